import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryBlobs, memoryStore, type MemoryBlobs } from '../../testing/memory-store';
import { tinyPack } from '../../testing/pack';
import type { InstallResult } from '../download/errors';
import { exportPack } from '../export';
import { listPacks } from '../inventory';
import { PackManager } from '../manager';
import type { PackStore } from '../store/store';
import { openSource } from './open';
import type { GivenFile } from './source';
import { tarEnd, tarHeader, tarPadding } from './tar';

const CONSENT = { licences: ['MIT'], unsigned: true };
const never = new AbortController().signal;
type Files = Record<string, string>;

let blobs: MemoryBlobs;
let store: PackStore;
let manager: PackManager;

beforeEach(() => {
  blobs = memoryBlobs();
  store = memoryStore(blobs);
  manager = new PackManager({ store, fetch, keys: [], hosts: [] });
});

const folder = (files: Files): GivenFile[] =>
  Object.entries(files).map(([path, content]) => ({ path: `my-pack/${path}`, blob: new Blob([content]) }));

const zip = (files: Files, level: 0 | 6 = 6): GivenFile[] => {
  const entries = Object.entries(files).map(([path, content]) => [`my-pack/${path}`, strToU8(content)] as const);
  const bytes = zipSync(Object.fromEntries(entries), { level });
  return [{ path: 'pack.zip', blob: new Blob([bytes]) }];
};

const tar = (files: Files): GivenFile[] => {
  const parts = Object.entries(files).flatMap(([path, content]) => {
    const blob = new Blob([content]);
    return [tarHeader(path, blob.size), blob, tarPadding(blob.size)];
  });
  return [{ path: 'pack.tar', blob: new Blob([...parts, tarEnd()]) }];
};

/** As a stranger makes one: with the tar of the system. */
function systemTar(files: Files, ...options: string[]): GivenFile[] {
  const at = mkdtempSync(join(tmpdir(), 'goldcrest-tar-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, 'pack', path)), { recursive: true });
    writeFileSync(join(at, 'pack', path), content);
  }
  execFileSync('tar', [...options, '-cf', join(at, 'out.tar'), '-C', at, './pack']);
  const bytes = readFileSync(join(at, 'out.tar'));
  rmSync(at, { recursive: true });
  return [{ path: 'out.tar', blob: new Blob([bytes]) }];
}

async function take(given: GivenFile[]): Promise<InstallResult<void>> {
  const offer = await manager.offerOf(await openSource(given));
  if (!offer.ok) return offer;
  const taken = await manager.accept(offer.value.id, CONSENT, never, () => undefined);
  return taken.ok ? manager.activate(offer.value.manifest.name) : taken;
}

describe('a pack is taken', () => {
  test.each<[string, (files: Files) => GivenFile[]]>([
    ['a folder', folder],
    ['a zip', zip],
    ['a zip without compression', (files) => zip(files, 0)],
    ['a tar', tar],
    ["the system's tar", systemTar],
    ['a tar with pax headers', (files) => systemTar(files, '--format=pax')],
    ['a tar with GNU headers', (files) => systemTar(files, '--format=gnu')],
    ['files in another order, with others between them', (files) => folder(reversed({ ...files, 'photo.jpg': 'x' }))],
  ])('from %s', async (_, pack) => {
    expect(await take(pack(tinyPack()))).toMatchObject({ ok: true });
    expect(await listPacks(store)).toMatchObject([{ name: 'tiny', active: { lost: [] } }]);
    expect(await store.list('staging')).toEqual([]);
  });

  test('with a path longer than a hundred characters, from a tar', async () => {
    const long = `${'deep/'.repeat(18)}${'a'.repeat(60)}.txt`;
    expect(await take(tar(tinyPack({ files: { [long]: 'text' } })))).toMatchObject({ ok: true });
    await manager.remove('tiny');
    expect(await take(systemTar(tinyPack({ files: { [long]: 'text' } }), '--format=gnu'))).toMatchObject({ ok: true });
  });
});

describe('a pack is refused', () => {
  const files = tinyPack();

  test.each<[string, GivenFile[], string, RegExp]>([
    ['without a manifest', folder({ 'geo.onnx': 'x' }), 'not_a_pack', /no manifest\.json/],
    ['with a file missing', folder(without(files, 'labels/geo.txt')), 'file_missing', /labels\/geo\.txt.*is missing/],
    ['with a file changed', zip({ ...files, 'geo.onnx': 'other' }), 'damaged', /geo\.onnx.*expected 4000 bytes.*got 5/],
    ['with zeros for a file', tar({ ...files, 'geo.onnx': '\0'.repeat(4000) }), 'zero_filled', /4000 zeros/],
    ['with a file that goes on', folder({ ...files, 'geo.onnx': `${files['geo.onnx']!}x` }), 'too_long', /longer than/],
    ['that is a tar cut short', cut(tar(files), 3000), 'not_a_pack', /ends early/],
    ['that is a zip cut short', cut(zip(files), 400), 'not_a_pack', /ends early|cannot be read/],
    ['that is a tar with a broken header', broken(tar(files)), 'not_a_pack', /damaged|cannot be read/],
  ])('%s, in words, and nothing of it stays', async (_, given, code, message) => {
    const result = await take(given);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(result).toHaveProperty('problem.message', expect.stringMatching(message));
    expect(await listPacks(store)).toEqual([]);
    expect(blobs.blobs.size).toBe(0);
  });

  test('that blows up when it is unpacked, long before it fills the device', async () => {
    const bomb = zip({ ...files, 'geo.onnx': '\0'.repeat(50_000_000) });
    blobs.room = 100_000;
    expect(await take(bomb)).toMatchObject({ problem: { code: 'too_long' } });
  });

  test('does not touch the version that is in use', async () => {
    await take(folder(files));
    const update = tinyPack({ version: '2', files: { 'geo.onnx': 'a newer model' } });
    expect(await take(folder({ ...update, 'geo.onnx': 'something else' }))).toMatchObject({ ok: false });
    expect(await listPacks(store)).toMatchObject([
      { active: { manifest: { version: '1' }, lost: [] }, candidate: null },
    ]);
  });
});

describe('a pack that is handed on', () => {
  test('arrives on the other device as it was', async () => {
    await take(folder(tinyPack()));
    const exported = await exportPack(store, 'tiny');
    if (!exported.ok) throw new Error(exported.problem.message);
    const other = memoryStore();
    manager = new PackManager({ store: other, fetch, keys: [], hosts: [] });
    expect(await take([{ path: 'tiny.tar', blob: exported.value }])).toMatchObject({ ok: true });
    expect(await listPacks(other)).toMatchObject([{ name: 'tiny', active: { lost: [] } }]);
  });

  test("is a tar that the system's own reads", async () => {
    await take(folder(tinyPack()));
    const exported = await exportPack(store, 'tiny');
    if (!exported.ok) throw new Error(exported.problem.message);
    const listing = execFileSync('tar', ['-tf', '-'], { input: Buffer.from(await exported.value.arrayBuffer()) });
    expect(listing.toString().trim().split('\n')).toEqual([
      'tiny/manifest.json',
      'tiny/geo.onnx',
      'tiny/golden/geo.json',
      'tiny/labels/geo.txt',
    ]);
  });

  test('is not handed on with a hole in it', async () => {
    await take(folder(tinyPack()));
    const [first] = await store.list('files');
    await store.remove(`files/${first!}`);
    expect(await exportPack(store, 'tiny')).toMatchObject({ ok: false, problem: { code: 'file_missing' } });
  });
});

function reversed(files: Files): Files {
  return Object.fromEntries(Object.entries(files).reverse());
}

function without(files: Files, path: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([other]) => other !== path));
}

function cut([file]: GivenFile[], bytes: number): GivenFile[] {
  return [{ path: file!.path, blob: file!.blob.slice(0, bytes) }];
}

function broken([file]: GivenFile[]): GivenFile[] {
  const header = new Blob([new Uint8Array(20).fill(65), file!.blob.slice(20)]);
  return [{ path: file!.path, blob: header }];
}
