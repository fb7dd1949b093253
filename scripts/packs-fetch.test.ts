import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchPacks } from './packs-fetch.ts';

const MODEL = Buffer.from('a model');
const WANTED = 'https://second.example/model.onnx';
let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'goldcrest-fetch-'));
  mkdirSync(join(dist, 'packs/far'), { recursive: true });
  const sha256 = createHash('sha256').update(MODEL).digest('hex');
  const addresses = ['https://first.example/model.onnx', WANTED];
  const files = [{ path: 'deep/model.onnx', bytes: MODEL.length, sha256, addresses }, { path: 'golden.json' }];
  writeFileSync(join(dist, 'packs/far/manifest.json'), JSON.stringify({ files }));
  const packs = [{ name: 'far', manifests: ['packs/far/manifest.json'] }];
  writeFileSync(join(dist, 'catalogue.json'), JSON.stringify({ format: 1, hosts: ['first.example'], packs }));
});

afterEach(() => {
  rmSync(dist, { recursive: true });
});

const answering = (answers: Record<string, Buffer>): typeof fetch =>
  ((address: string) => {
    const body = answers[address];
    return Promise.resolve(new Response(body && new Uint8Array(body), { status: body ? 200 : 404 }));
  }) as typeof fetch;

test('a file comes from the first address that has its bytes, and then no other host is allowed', async () => {
  const fetcher = answering({ 'https://first.example/model.onnx': Buffer.from('other'), [WANTED]: MODEL });
  expect(await fetchPacks(dist, fetcher)).toEqual(['packs/far/deep/model.onnx']);
  expect(readFileSync(join(dist, 'packs/far/deep/model.onnx'))).toEqual(MODEL);
  expect(JSON.parse(readFileSync(join(dist, 'catalogue.json'), 'utf8'))).toMatchObject({ hosts: [] });
  expect(await fetchPacks(dist, answering({}))).toEqual([]);
});

test('wrong bytes are not taken, and the message names the addresses', async () => {
  await expect(fetchPacks(dist, answering({ [WANTED]: Buffer.from('other') }))).rejects.toThrow(/first.*404.*second/);
  expect(existsSync(join(dist, 'packs/far/deep/model.onnx'))).toBe(false);
});
