import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memoryBlobs, memoryStore, type MemoryBlobs } from '../testing/memory-store';
import { cutAt, damaged, page, slow, status, whole } from '../testing/misbehaving';
import { startPackServer, type PackServer } from '../testing/pack-server';
import { describeFile, tinyPack } from '../testing/pack';
import { newSigner, type Signer } from '../testing/signer';
import type { InstallResult } from './download/errors';
import { listPacks, type StoredPack } from './inventory';
import { PackManager, type ManagerSetup, type Offer } from './manager';
import type { Manifest } from './manifest';
import type { PackStore } from './store/store';

const CONSENT = { licences: ['MIT'], unsigned: true };
const never = new AbortController().signal;
const ignore = (): void => undefined;

let server: PackServer;
let signer: Signer;
let blobs: MemoryBlobs;
let store: PackStore;
let manager: PackManager;

beforeAll(async () => {
  [server, signer] = await Promise.all([startPackServer(), newSigner('maintainer')]);
});
afterAll(() => server.close());
beforeEach(() => {
  server.answers = {};
  server.asked.length = 0;
  blobs = memoryBlobs();
  store = memoryStore(blobs);
  manager = newManager();
});

/** As after a reload: everything that was only in memory is gone. */
function newManager(changes: Partial<ManagerSetup> = {}): PackManager {
  const patience = { tries: 2, firstPauseMs: 1, longestPauseMs: 1, longestWaitMs: 100 };
  const given = { store, fetch, keys: [signer.key], hosts: [server.host], patience, stallMs: 1000 };
  return new PackManager({ ...given, ...changes });
}

const address = (folder: string): string => `${server.origin}/${folder}/manifest.json`;

function value<T>(result: InstallResult<T>): T {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`);
  return result.value;
}

const offer = async (folder: string): Promise<Offer> => value(await manager.offerFrom([address(folder)], never));

async function install(folder: string): Promise<void> {
  value(await manager.accept((await offer(folder)).id, CONSENT, never, ignore));
  value(await manager.activate('tiny'));
}

async function onlyPack(): Promise<StoredPack> {
  const packs = await listPacks(store);
  expect(packs).toHaveLength(1);
  return packs[0]!;
}

describe('a pack', () => {
  test('is offered before anything of it is fetched, with what is still to come', async () => {
    const files = tinyPack();
    server.serve('a', files);
    const { manifest, trust, missingBytes, downloadedBytes, replaces } = await offer('a');
    expect(manifest.title).toBe('Pack tiny');
    expect({ trust, downloadedBytes, replaces }).toEqual({ trust: 'unsigned', downloadedBytes: 0, replaces: null });
    expect(missingBytes).toBe(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(server.asked).toEqual(['/a/manifest.json', '/a/manifest.sig']);
    expect(blobs.blobs.size, 'an offer writes nothing').toBe(0);
  });

  test('arrives, and is in use once it is activated', async () => {
    server.serve('a', tinyPack());
    const { id } = await offer('a');
    const seen: number[] = [];
    value(await manager.accept(id, CONSENT, never, ({ done, total }) => seen.push(done / total)));
    expect(await onlyPack()).toMatchObject({ active: null, candidate: { lost: [] } });
    value(await manager.activate('tiny'));
    expect(await onlyPack()).toMatchObject({ active: { manifest: { version: '1' }, lost: [] }, candidate: null });
    expect(seen.at(-1)).toBe(1);
    expect(await store.list('staging')).toEqual([]);
  });

  test.each([
    ['the terms are not accepted', { licences: [], unsigned: true }, 'terms_not_accepted'],
    ['nobody confirmed that it is unsigned', { licences: ['MIT'], unsigned: false }, 'unsigned_not_confirmed'],
  ])('is not fetched while %s', async (_, consent, code) => {
    server.serve('a', tinyPack());
    const { id } = await offer('a');
    expect(await manager.accept(id, consent, never, ignore)).toMatchObject({ ok: false, problem: { code } });
    expect(server.asked).toHaveLength(2);
    expect(blobs.blobs.size).toBe(0);
  });

  test('comes from the second mirror where the first has a bad file', async () => {
    const files = tinyPack();
    server.serve('bad', files);
    server.answers['/bad/geo.onnx'] = whole(damaged(Buffer.from(files['geo.onnx']!)));
    server.serve('good', files);
    const both = value(await manager.offerFrom([address('bad'), address('good')], never));
    value(await manager.accept(both.id, CONSENT, never, ignore));
    expect(await onlyPack()).toMatchObject({ candidate: { lost: [] } });
  });

  test('goes on after the tab was closed, with what had arrived', async () => {
    const files = tinyPack({ files: { 'geo.onnx': 'model '.repeat(50_000) } });
    server.serve('a', files);
    server.answers['/a/geo.onnx'] = slow(Buffer.from(files['geo.onnx']!), 30_000, 5);
    const stop = new AbortController();
    const { id } = await offer('a');
    const stopped = await manager.accept(id, CONSENT, stop.signal, ({ done }) => {
      if (done > 100_000) stop.abort();
    });
    expect(stopped).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect((await onlyPack()).candidate?.downloadedBytes).toBeGreaterThan(100_000);

    manager = newManager();
    const again = value(await manager.offerAgain('tiny'));
    expect(again.downloadedBytes).toBeGreaterThan(100_000);
    value(await manager.accept(again.id, CONSENT, never, ignore));
    expect(await onlyPack()).toMatchObject({ candidate: { lost: [] } });
  });

  test('that cannot be reached says so', async () => {
    server.answers['/a/manifest.json'] = page();
    expect(await manager.offerFrom([address('a')], never)).toMatchObject({ problem: { code: 'manifest_unreachable' } });
  });

  test('asks only hosts that the app may ask', async () => {
    server.serve('a', tinyPack());
    manager = newManager({ hosts: ['elsewhere.example'] });
    const { id } = await offer('a');
    expect(await manager.accept(id, CONSENT, never, ignore)).toMatchObject({ problem: { code: 'no_address' } });
  });

  test('on a full device is not lost: it says so, and goes on when there is room', async () => {
    server.serve('a', tinyPack());
    await install('a');
    const before = new Set(blobs.blobs.keys());
    server.serve('b', tinyPack({ name: 'second', files: { 'geo.onnx': 'x'.repeat(3_000_000) } }));
    blobs.room = 2_000_000;
    const { id } = await offer('b');
    expect(await manager.accept(id, CONSENT, never, ignore)).toMatchObject({ problem: { code: 'storage_full' } });
    expect(
      [...before].every((key) => blobs.blobs.has(key)),
      'the other pack is untouched',
    ).toBe(true);
    blobs.room = Infinity;
    const again = value(await manager.offerAgain('second'));
    expect(again.downloadedBytes).toBeGreaterThan(0);
    value(await manager.accept(again.id, CONSENT, never, ignore));
    value(await manager.activate('second'));
    expect(await listPacks(store)).toHaveLength(2);
  });
});

describe('an update', () => {
  test('fetches only the files whose hash changed, and the old version works until it is activated', async () => {
    server.serve('a', tinyPack());
    await install('a');
    server.serve('b', tinyPack({ version: '2', files: { 'labels/geo.txt': 'Regulus regulus\n' } }));
    server.asked.length = 0;
    const update = await offer('b');
    expect(update).toMatchObject({ replaces: '1', missingBytes: 16 });
    value(await manager.accept(update.id, CONSENT, never, ignore));
    expect(server.asked).toEqual(['/b/manifest.json', '/b/manifest.sig', '/b/labels/geo.txt']);
    expect(await onlyPack()).toMatchObject({ active: { manifest: { version: '1' }, lost: [] } });
    value(await manager.activate('tiny'));
    expect(await onlyPack()).toMatchObject({ active: { manifest: { version: '2' }, lost: [] }, candidate: null });
    expect(await store.list('files'), 'what only the old version had is gone').toHaveLength(3);
  });

  test('that fails its proof is dropped, and the old version stays whole', async () => {
    server.serve('a', tinyPack());
    await install('a');
    server.serve('b', tinyPack({ version: '2', files: { 'geo.onnx': 'another model' } }));
    const update = await offer('b');
    value(await manager.accept(update.id, CONSENT, never, ignore));
    await manager.reject('tiny');
    expect(await onlyPack()).toMatchObject({ active: { manifest: { version: '1' }, lost: [] }, candidate: null });
    expect(await store.list('files')).toHaveLength(3);
  });

  test('that was cut does no harm to the version in use', async () => {
    server.serve('a', tinyPack());
    await install('a');
    const next = tinyPack({ version: '2', files: { 'geo.onnx': 'another model '.repeat(1000) } });
    server.serve('b', next);
    const ends = Array.from({ length: 50 }, () => 500);
    server.answers['/b/geo.onnx'] = cutAt(Buffer.from(next['geo.onnx']!), ends);
    const update = await offer('b');
    expect(await manager.accept(update.id, CONSENT, never, ignore)).toMatchObject({ problem: { code: 'unreachable' } });
    expect(await onlyPack()).toMatchObject({ active: { lost: [] }, candidate: { manifest: { version: '2' } } });
  });

  test('never goes back to an older version', async () => {
    server.serve('new', tinyPack({ version: '2026.11.16' }));
    server.serve('old', tinyPack({ version: '2026.2.1' }));
    await install('new');
    expect(await manager.offerFrom([address('old')], never)).toMatchObject({ problem: { code: 'version_older' } });
  });
});

describe('a signed pack', () => {
  async function serveSigned(folder: string, version: string): Promise<void> {
    const files = tinyPack({ version });
    server.serve(folder, { ...files, 'manifest.sig': await signer.sign(files['manifest.json']!) });
  }

  test('needs no confirmation', async () => {
    await serveSigned('a', '1');
    const { id, trust } = await offer('a');
    expect(trust).toBe('signed');
    value(await manager.accept(id, { licences: ['MIT'], unsigned: false }, never, ignore));
  });

  test('whose manifest was changed is refused, and nothing is written', async () => {
    await serveSigned('a', '1');
    server.serve('a', { 'manifest.json': tinyPack({ version: '3' })['manifest.json']! });
    expect(await manager.offerFrom([address('a')], never)).toMatchObject({ problem: { code: 'signature_wrong' } });
    expect(blobs.blobs.size).toBe(0);
  });

  test('is not taken for unsigned where its signature cannot be reached', async () => {
    await serveSigned('a', '1');
    server.answers['/a/manifest.sig'] = status(500);
    expect(await manager.offerFrom([address('a')], never)).toMatchObject({ problem: { code: 'manifest_unreachable' } });
  });

  test('cannot be replaced by an unsigned one of its name', async () => {
    await serveSigned('a', '1');
    await install('a');
    server.serve('b', tinyPack({ version: '2' }));
    expect(await manager.offerFrom([address('b')], never)).toMatchObject({ problem: { code: 'name_taken' } });
  });

  test('never comes back in an older version, not even after it was removed', async () => {
    await serveSigned('new', '2');
    await serveSigned('old', '1');
    await install('new');
    await manager.remove('tiny');
    expect(await listPacks(store)).toEqual([]);
    expect(await manager.offerFrom([address('old')], never)).toMatchObject({ problem: { code: 'version_older' } });
    await install('new');
  });
});

describe('a pack that lies with the app', () => {
  beforeEach(() => {
    manager = newManager({ own: `${server.origin}/packs/` });
    server.serve('packs/tiny', tinyPack({ version: '2' }));
  });
  const accepted = { licences: ['MIT'], unsigned: false };

  test('needs no signature and no confirmation, also when it is gone on with later', async () => {
    const { id, trust } = await offer('packs/tiny');
    expect(trust).toBe('app');
    value(await manager.accept(id, accepted, never, ignore));
    expect(value(await manager.offerAgain('tiny')).trust).toBe('app');
  });

  test('does not vouch for what lies elsewhere on the same host', async () => {
    server.serve('elsewhere/tiny', tinyPack({ version: '3' }));
    expect(await offer('elsewhere/tiny')).toMatchObject({ trust: 'unsigned' });
    server.serve('packs-of-another/tiny', tinyPack({ version: '3' }));
    expect(await offer('packs-of-another/tiny')).toMatchObject({ trust: 'unsigned' });
  });

  test('is replaced neither by an unsigned pack of its name nor by an older version', async () => {
    await install('packs/tiny');
    server.serve('b', tinyPack({ version: '3' }));
    expect(await manager.offerFrom([address('b')], never)).toMatchObject({ problem: { code: 'name_taken' } });
    server.serve('packs/old', tinyPack({ version: '1' }));
    expect(await manager.offerFrom([address('packs/old')], never)).toMatchObject({
      problem: { code: 'version_older' },
    });
  });

  test('with a signature that does not fit is refused all the same', async () => {
    server.serve('packs/a', {
      ...tinyPack(),
      'manifest.sig': await signer.sign(tinyPack({ version: '9' })['manifest.json']!),
    });
    expect(await manager.offerFrom([address('packs/a')], never)).toMatchObject({
      problem: { code: 'signature_wrong' },
    });
  });
});

describe('in the store', () => {
  beforeEach(async () => {
    server.serve('a', tinyPack());
    await install('a');
  });

  /** Damages the chunk that holds the model. */
  async function flipByte(): Promise<void> {
    for (const [key, blob] of blobs.blobs) {
      const text = await blob.text();
      if (text.startsWith('a model')) blobs.blobs.set(key, new Blob([text.replace('a', 'b')]));
    }
  }

  test('a pack is verified again, and says when', async () => {
    manager = newManager({ now: () => new Date('2027-01-02T03:04:05Z') });
    expect(value(await manager.verify('tiny', never, ignore))).toEqual({ lost: [] });
    expect((await onlyPack()).active?.verifiedAt).toBe('2027-01-02T03:04:05.000Z');
  });

  test('a damaged file is found, named and fetched again, and only that one', async () => {
    await flipByte();
    expect(value(await manager.verify('tiny', never, ignore))).toEqual({ lost: ['geo.onnx'] });
    expect((await onlyPack()).active).toMatchObject({ lost: ['geo.onnx'], verifiedAt: null });
    server.asked.length = 0;
    const repair = value(await manager.offerAgain('tiny'));
    value(await manager.accept(repair.id, CONSENT, never, ignore));
    value(await manager.activate('tiny'));
    expect(server.asked).toEqual(['/a/geo.onnx']);
    expect((await onlyPack()).active?.lost).toEqual([]);
  });

  test('a file that the browser dropped is noticed without reading the others', async () => {
    const [first] = await store.list('files');
    await store.remove(`files/${first!}`);
    expect((await onlyPack()).active?.lost).toHaveLength(1);
  });

  test('a pack that lies about its sha256 cannot put its bytes where another pack looks for that file', async () => {
    const model = 'the right one '.repeat(100_000);
    const files = { 'geo.onnx': model };
    const liar = tinyPack({ name: 'liar', files: { 'geo.onnx': 'a wrong one   '.repeat(100_000) } });
    const manifest = JSON.parse(liar['manifest.json']!) as Manifest;
    const listed = manifest.files.map((file) =>
      file.path === 'geo.onnx'
        ? { ...describeFile(file.path, Buffer.from(liar['geo.onnx']!)), sha256: describeFile('', model).sha256 }
        : file,
    );
    server.serve('liar', { ...liar, 'manifest.json': JSON.stringify({ ...manifest, files: listed }) });
    value(await manager.accept((await offer('liar')).id, CONSENT, never, ignore));
    server.serve('honest', tinyPack({ name: 'honest', files }));
    value(await manager.accept((await offer('honest')).id, CONSENT, never, ignore));
    value(await manager.activate('honest'));
    expect(server.asked).toContain('/honest/geo.onnx');
    expect(value(await manager.verify('honest', never, ignore))).toEqual({ lost: [] });
  });

  test('a removed pack leaves nothing, except files that another pack shares', async () => {
    server.serve('b', tinyPack({ name: 'other' }));
    value(await manager.accept((await offer('b')).id, CONSENT, never, ignore));
    value(await manager.activate('other'));
    expect(
      server.asked.filter((path) => path.endsWith('geo.onnx')),
      'shared files came once',
    ).toHaveLength(1);
    await manager.remove('tiny');
    expect(await listPacks(store)).toMatchObject([{ name: 'other', active: { lost: [] } }]);
    await manager.remove('other');
    expect(blobs.blobs.size).toBe(0);
  });
});
