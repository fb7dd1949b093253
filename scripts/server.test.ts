import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseEncoding, parseRange } from './server-file.ts';
import { startServer, type RunningServer } from './server.ts';

let folder: string;
let server: RunningServer;

const MODEL = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'goldcrest-server-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await mkdir(join(folder, 'kit'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'dist/.inputs'), 'hidden');
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>Goldcrest</title>');
  await writeFile(join(folder, 'dist/assets/index-abc123.js'), 'export {};\n'.repeat(100));
  await writeFile(join(folder, 'dist/assets/ort-abc123.wasm'), 'wasm');
  await writeFile(join(folder, 'kit/image.onnx'), MODEL);
  server = await startServer({ root: join(folder, 'dist'), packs: { kit: join(folder, 'kit') } });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers });

/** fetch() tidies a path before it sends it; a hostile client does not. */
function statusOfRawPath(path: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path }, (response) => {
      response.resume();
      done(response.statusCode);
    });
    sent.once('error', fail).end();
  });
}

describe('headers', () => {
  test('isolate the page and its workers', async () => {
    for (const path of ['/', '/assets/index-abc123.js', '/missing']) {
      const { headers } = await get(path);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/index-abc123.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/ort-abc123.wasm', 'application/wasm', 'public, max-age=31536000, immutable'],
    ['/packs/kit/image.onnx', 'application/octet-stream', 'no-cache'],
  ])('of %s give its type and how long it keeps', async (path, type, cache) => {
    const { headers } = await get(path);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('cache-control')).toBe(cache);
  });
});

describe('what is not there', () => {
  test.each(['/missing', '/missing.onnx', '/assets/', '/packs/kit/other.onnx', '/packs/none/image.onnx', '/.inputs'])(
    '%s is a 404 in plain text',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/plain');
    },
  );

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/packs/kit/../../secret.txt',
    '/a\\..\\secret.txt',
  ])('%s stays inside the folder', async (path) => {
    expect(await statusOfRawPath(path)).toBe(404);
  });

  test('a malformed path is a 404, not a crash', async () => {
    expect(await statusOfRawPath('/%E0%A4%A')).toBe(404);
  });

  test('only GET and HEAD are answered', async () => {
    const response = await fetch(server.origin, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('bodies', () => {
  test('HEAD gives the headers of GET and nothing else', async () => {
    const response = await fetch(`${server.origin}/packs/kit/image.onnx`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe(String(MODEL.length));
    expect(await response.text()).toBe('');
  });

  test('text is compressed, and decompresses to the file', async () => {
    const chunks: Buffer[] = [];
    const encoding = await new Promise<string | undefined>((done, fail) => {
      const options = { host: '127.0.0.1', port: server.port, path: '/assets/index-abc123.js' };
      const sent = request({ ...options, headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          done(response.headers['content-encoding']);
        });
      });
      sent.once('error', fail).end();
    });
    expect(encoding).toBe('br');
    expect(brotliDecompressSync(Buffer.concat(chunks)).toString()).toBe('export {};\n'.repeat(100));
  });

  test('an unchanged file is not sent again', async () => {
    const tag = (await get('/packs/kit/image.onnx')).headers.get('etag') ?? '';
    expect((await get('/packs/kit/image.onnx', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/packs/kit/image.onnx', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('a download goes on where it stopped, unless the file has changed', async () => {
    const tag = (await get('/packs/kit/image.onnx')).headers.get('etag') ?? '';
    const rest = await get('/packs/kit/image.onnx', { range: 'bytes=900-', 'if-range': tag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe('bytes 900-999/1000');
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(MODEL.subarray(900));
    const changed = await get('/packs/kit/image.onnx', { range: 'bytes=900-', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
    expect((await changed.arrayBuffer()).byteLength).toBe(1000);
  });

  test('a range beyond the end is refused', async () => {
    const response = await get('/packs/kit/image.onnx', { range: 'bytes=1000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
  });
});

test('a taken port moves on to the next one', async () => {
  const second = await startServer({ root: join(folder, 'dist'), port: server.port });
  expect(second.port).toBeGreaterThan(server.port);
  await second.close();
});

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=500-9999', { start: 500, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=1000-', 'unsatisfiable'],
])('range %s of 1000 bytes', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0', 'gzip'],
  ['br;q=0', undefined],
  [undefined, undefined],
])('encoding for %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
