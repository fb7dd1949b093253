import { expect, test } from 'vitest';
import { LATER, sortBuildFiles } from './build-files';

const ENTRIES = [
  { url: 'index.html', revision: 'a1' },
  { url: 'assets/index-x.js', revision: null },
  'assets/index-y.css',
  { url: 'assets/ort-wasm-simd-threaded-z.wasm', revision: null },
  { url: 'assets/ort-wasm-simd-threaded-z.mjs', revision: LATER },
  { url: 'assets/ort-wasm-simd-threaded.asyncify-z.wasm', revision: null },
  { url: 'assets/webllm-z.js', revision: null },
  { url: 'taxonomy/taxonomy.json', revision: 'b2' },
  { url: 'taxonomy/names/de.json', revision: 'c3' },
  { url: 'gazetteer/places.txt', revision: 'f6' },
  { url: 'assets/countries-50m-z.json', revision: null },
  { url: 'packs/starter/manifest.json', revision: 'd4' },
  { url: 'packs/starter/image.onnx', revision: 'e5' },
];
const files = sortBuildFiles(ENTRIES, '/');

test('the shell holds what the app opens with, and no large file', () => {
  expect(files.shell).toEqual([
    { url: '/index.html', revision: 'a1' },
    { url: '/assets/index-x.js', revision: null },
    { url: '/assets/index-y.css', revision: null },
  ]);
});

test('each runtime has its own binaries', () => {
  expect(files.runtimes).toEqual({
    wasm: ['/assets/ort-wasm-simd-threaded-z.wasm'],
    webgpu: ['/assets/ort-wasm-simd-threaded.asyncify-z.wasm'],
  });
});

test('the other parts are kept under their version, or under a name that holds one', () => {
  expect([...files.parts]).toEqual([
    ['/assets/ort-wasm-simd-threaded-z.mjs', '/assets/ort-wasm-simd-threaded-z.mjs'],
    ['/assets/webllm-z.js', '/assets/webllm-z.js'],
    ['/taxonomy/taxonomy.json', '/taxonomy/taxonomy.json?revision=b2'],
    ['/taxonomy/names/de.json', '/taxonomy/names/de.json?revision=c3'],
    ['/gazetteer/places.txt', '/gazetteer/places.txt?revision=f6'],
    ['/assets/countries-50m-z.json', '/assets/countries-50m-z.json'],
  ]);
});

test('a table of names and an engine are kept only where they were used', () => {
  expect([...files.onUse]).toEqual([
    '/assets/webllm-z.js',
    '/taxonomy/names/de.json',
    '/gazetteer/places.txt',
    '/assets/countries-50m-z.json',
  ]);
});

test('every path lies below the app, wherever that is', () => {
  const below = sortBuildFiles(ENTRIES, '/a/b/');
  expect(below.shell.map(({ url }) => url)).toEqual(files.shell.map(({ url }) => `/a/b${url}`));
  expect(below.runtimes.wasm).toEqual(['/a/b/assets/ort-wasm-simd-threaded-z.wasm']);
  expect(below.parts.get('/a/b/assets/webllm-z.js')).toBe('/a/b/assets/webllm-z.js');
});
