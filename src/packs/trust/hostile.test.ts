import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryBlobs, memoryStore } from '../../testing/memory-store';
import { hostileManifests } from '../../testing/hostile-manifests';
import { tinyPack } from '../../testing/pack';
import { openSource } from '../import/open';
import { listPacks } from '../inventory';
import { PackManager } from '../manager';

const CONSENT = { licences: ['MIT'], unsigned: true };
const never = new AbortController().signal;

/** Gives a manifest with the files of a good pack to a store that holds another pack, and tells what became of it. */
async function load(manifest: string | Uint8Array<ArrayBuffer>) {
  const blobs = memoryBlobs();
  const store = memoryStore(blobs);
  const asked: string[] = [];
  const noNetwork: typeof fetch = (input) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return Promise.reject(new TypeError('there is no network'));
  };
  const manager = new PackManager({ store, fetch: noNetwork, keys: [], hosts: ['raw.githubusercontent.com'] });
  const given = (files: Record<string, string | Uint8Array<ArrayBuffer>>) =>
    openSource(Object.entries(files).map(([path, content]) => ({ path, blob: new Blob([content]) })));
  const neighbour = await manager.offerOf(await given(tinyPack({ name: 'neighbour' })));
  if (!neighbour.ok) throw new Error(neighbour.problem.message);
  await manager.accept(neighbour.value.id, CONSENT, never, () => undefined);
  await manager.activate('neighbour');
  const before = new Map(blobs.blobs);

  const files = tinyPack();
  const offer = await manager.offerOf(await given({ ...files, 'manifest.json': manifest }));
  const taken = offer.ok ? await manager.accept(offer.value.id, CONSENT, never, () => undefined) : offer;
  const changed = [...before].filter(([key, blob]) => blobs.blobs.get(key) !== blob).map(([key]) => key);
  const added = [...blobs.blobs.keys()].filter((key) => !before.has(key));
  return { taken, changed, added, asked, packs: await listPacks(store) };
}

describe('a hostile manifest', () => {
  const cases = hostileManifests();

  test('comes in at least a hundred kinds', () => {
    expect(new Set(cases.map(({ what }) => what)).size).toBeGreaterThanOrEqual(100);
  });

  test.each(cases.map((one) => [one.what, one.manifest] as const))(
    '%s is refused and changes nothing',
    async (_, manifest) => {
      const { taken, changed, added, asked, packs } = await load(manifest);
      expect(taken.ok ? '' : taken.problem.message).toMatch(/\w/);
      expect({ changed, added, asked }).toEqual({ changed: [], added: [], asked: [] });
      expect(packs).toMatchObject([{ name: 'neighbour', active: { lost: [] } }]);
    },
  );

  test('the good manifest they are made from is taken', async () => {
    const { taken, changed } = await load(tinyPack()['manifest.json']!);
    expect(taken).toEqual({ ok: true, value: undefined });
    expect(changed).toEqual([]);
  });
});

/** Replaces, removes or adds something at a random place of the manifest. */
const mutated = fc
  .record({
    steps: fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
    value: fc.jsonValue({ maxDepth: 2 }),
    remove: fc.boolean(),
  })
  .map(({ steps, value, remove }) => {
    const manifest = JSON.parse(tinyPack()['manifest.json']!) as Record<string, unknown>;
    let at: Record<string, unknown> = manifest;
    for (const [depth, step] of steps.entries()) {
      const keys = Object.keys(at);
      const key = keys[step % keys.length];
      if (key === undefined) break;
      const inner = at[key];
      if (depth < steps.length - 1 && typeof inner === 'object' && inner !== null) {
        at = inner as Record<string, unknown>;
        continue;
      }
      // Written as a property of its own, whatever it is called.
      if (remove) Reflect.deleteProperty(at, key);
      else Object.defineProperty(at, key, { value, enumerable: true });
      break;
    }
    return JSON.stringify(manifest);
  });

describe('any manifest whatever', () => {
  async function harmless(manifest: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const { taken, changed, added, asked } = await load(manifest);
    expect(changed).toEqual([]);
    expect(asked).toEqual([]);
    // A refused one leaves nothing; one that is good after all adds only files of its own.
    if (!taken.ok) expect(added).toEqual([]);
    else for (const key of added) expect(key).toMatch(/^(chunk\/|entry\/(files|records|staging)\/[a-z0-9.-]+$)/);
  }

  test('changed at random changes nothing outside its own staging', async () => {
    await fc.assert(fc.asyncProperty(mutated, harmless), { numRuns: 300 });
  });

  test('made of random JSON or random bytes changes nothing', async () => {
    await fc.assert(fc.asyncProperty(fc.json(), harmless), { numRuns: 100 });
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Uint8Array.from(array));
    await fc.assert(fc.asyncProperty(bytes, harmless), { numRuns: 100 });
  });
});
