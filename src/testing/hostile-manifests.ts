import { tinyPack } from './pack';

/** Manifests that want something they must not get, each with what it tries. */
export interface HostileManifest {
  what: string;
  manifest: string | Uint8Array<ArrayBuffer>;
}

type Json = Record<string, unknown>;

const good = (): string => tinyPack()['manifest.json']!;

/** The good manifest with one value deep inside replaced. */
function withValue(path: string, value: unknown): string {
  const manifest = JSON.parse(good()) as Json;
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = manifest;
  for (const key of keys) at = at[key] as Json;
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
  return JSON.stringify(manifest);
}

const OUTWARD_PATHS = [
  '../geo.onnx',
  '../../etc/passwd',
  '/etc/passwd',
  '/geo.onnx',
  'a/../../b.onnx',
  './geo.onnx',
  '.hidden.onnx',
  'a/.git/config.txt',
  'a//b.onnx',
  'a/',
  'a\\b.onnx',
  '..\\windows\\system32.txt',
  'C:/windows/a.txt',
  'C:\\a.txt',
  '\\\\server\\share\\a.txt',
  'file:///etc/passwd',
  'https://else.where/a.onnx',
  'javascript:alert(1)',
  'data:text/plain,a',
  'blob:a.onnx',
  'a%2f..%2fb.onnx',
  '%2e%2e/b.onnx',
  'a\u0000.onnx',
  'a\n.onnx',
  'a b.onnx',
  'ä.onnx',
  '\u202egeo.onnx',
  '．．/b.onnx',
  '~/a.onnx',
  '$HOME/a.onnx',
  'a;rm.onnx',
  'a|b.onnx',
  '*.onnx',
  '',
  ' ',
  'a'.repeat(500),
];

const CODE_FILES = [
  'run.js',
  'run.mjs',
  'run.cjs',
  'run.ts',
  'page.html',
  'page.htm',
  'page.xhtml',
  'image.svg',
  'style.css',
  'operators.wasm',
  'operators.so',
  'operators.dll',
  'operators.dylib',
  'run.sh',
  'run.py',
  'run.exe',
  'run.bat',
  'lib.jar',
  'sw.JS',
  'model.pkl',
  'model.pt',
  'noextension',
  'inner.zip',
  'inner.tar',
];

const ADDRESSES = [
  'http://raw.githubusercontent.com/a.onnx',
  'ftp://raw.githubusercontent.com/a.onnx',
  'javascript:fetch("https://else.where")',
  'data:application/octet-stream,a',
  'blob:https://else.where/a',
  'file:///etc/passwd',
  '//else.where/a.onnx',
  'https://user:secret@raw.githubusercontent.com/a.onnx',
  'https://raw.githubusercontent.com@else.where/a.onnx',
  'https:// /a',
  'https://',
  `https://raw.githubusercontent.com/${'a'.repeat(3000)}`,
  7,
  null,
];

const WRONG_VALUES: [string, unknown][] = [
  ['format', 2],
  ['format', '1'],
  ['name', '../other'],
  ['name', 'Neighbour'],
  ['name', 'a/b'],
  ['name', ''],
  ['name', 'a'.repeat(41)],
  ['name', { toString: 'neighbour' }],
  ['name', '__proto__'],
  ['version', '1/../2'],
  ['version', ''],
  ['version', '1'.repeat(41)],
  ['title', 'a'.repeat(10_000)],
  ['title', null],
  ['summary', ['a']],
  ['summary', 'a'.repeat(100_000)],
  ['licence', null],
  ['licence.url', 'javascript:alert(1)'],
  ['licence.url', 'http://not.secure/'],
  ['licence.nonCommercial', 'no'],
  ['licence.note', 'a'.repeat(100_000)],
  ['files', {}],
  ['files', null],
  ['files', []],
  ['files', Array.from({ length: 501 }, (_, i) => ({ path: `${i}.bin`, bytes: 1, sha256: 'a'.repeat(64) }))],
  ['files.0.bytes', 0],
  ['files.0.bytes', -1],
  ['files.0.bytes', 1.5],
  ['files.0.bytes', '4000'],
  ['files.0.bytes', 1e15],
  ['files.0.bytes', Number.MAX_SAFE_INTEGER],
  ['files.0.sha256', ''],
  ['files.0.sha256', 'A'.repeat(64)],
  ['files.0.sha256', '../'.repeat(21) + 'a'],
  ['files.0.sha256', 'g'.repeat(64)],
  ['files.0.sha256', 'a'.repeat(65)],
  ['files.0.sha256', 'a'.repeat(64)],
  ['files.0.addresses', 'https://raw.githubusercontent.com/a'],
  ['files.0.addresses', Array.from({ length: 9 }, () => 'https://raw.githubusercontent.com/a')],
  ['models', []],
  ['models', null],
  ['models', [null]],
  ['models.0.role', 'oracle'],
  ['models.0.role', 'constructor'],
  ['models.0.family', '../../adapter'],
  ['models.0.file', 'not-listed.onnx'],
  ['models.0.golden', 'not-listed.json'],
  ['models.0.labels.file', 'not-listed.txt'],
  ['models.0.labels.format', 'eval'],
  ['models.0.labels.skipUnknown', 'yes'],
  ['models.0.input', 'input'],
  ['models.0.output.kind', 'function'],
  ['models.0.batch', 1],
  ['models.0.card', null],
];

const RAW: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['nothing at all', ''],
  ['null', 'null'],
  ['a number', '1'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a web page', '<!doctype html><script>alert(1)</script>'],
  ['a script', 'export default { format: 1 }'],
  ['JSON with a comment', `/* hello */ ${good()}`],
  ['JSON cut in half', good().slice(0, good().length / 2)],
  ['JSON with something after it', `${good()}{}`],
  ['JSON nested a hundred thousand deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['two megabytes of spaces before it', ' '.repeat(2_000_000) + good()],
  ['bytes that are no text', Uint8Array.from([0xff, 0xfe, 0x00, 0x80])],
  ['an infinite threshold', good().replace('"batch":"dynamic"', '"batch":1e999')],
  ['a path that stands twice', withTwice('geo.onnx')],
  ['a path that stands twice in other letters', withTwice('GEO.onnx')],
];

export function hostileManifests(): HostileManifest[] {
  return [
    ...OUTWARD_PATHS.map((path) => ({
      what: `the path ${JSON.stringify(path)}`,
      manifest: withValue('files.0.path', path),
    })),
    ...CODE_FILES.map((path) => ({ what: `the file ${path}`, manifest: withFile(path) })),
    ...ADDRESSES.map((address) => ({
      what: `the address ${JSON.stringify(address).slice(0, 80)}`,
      manifest: withValue('files.0.addresses', [address]),
    })),
    ...WRONG_VALUES.map(([path, value], index) => ({
      what: `${path} = ${JSON.stringify(value).slice(0, 60)} (${index})`,
      manifest: withValue(path, value),
    })),
    ...RAW.map(([what, manifest]) => ({ what, manifest })),
  ];
}

function withFile(path: string): string {
  const manifest = JSON.parse(good()) as { files: Json[] };
  manifest.files.push({ path, bytes: 1, sha256: 'a'.repeat(64) });
  return JSON.stringify(manifest);
}

function withTwice(path: string): string {
  const manifest = JSON.parse(good()) as { files: Json[] };
  manifest.files.push({ ...manifest.files[0], path });
  return JSON.stringify(manifest);
}
