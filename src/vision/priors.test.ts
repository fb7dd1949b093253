import { describe, expect, test } from 'vitest';
import { regionAround } from '../domain/region';
import type { LabelTaxon } from '../packs/labels';
import { id, ZURICH } from '../testing/ledger';
import type { TileStore } from '../storage/tiles';
import type { VisionBridge } from './bridge';
import type { ModelHost } from '../runtime/model-host';
import { Priors } from './priors';

const GOLDCREST = id('Regulus regulus');
const BLUE_TIT = id('Cyanistes caeruleus');
const LABELS: LabelTaxon[] = [GOLDCREST, 'ignored', BLUE_TIT];

type Row = [number, number, number];

/** A geo model that is asked in place of a real one, and a store that remembers in memory. */
function stage(answer: (row: Row) => number[], time: 'month12' | 'week48' = 'month12', room = Infinity) {
  const asked: Row[][] = [];
  const kept = new Map<string, Uint8Array>();
  const bridge = {
    geo: (rows: Row[]) => {
      asked.push(rows);
      return Promise.resolve({ ok: true, value: Float32Array.from(rows.flatMap(answer)) });
    },
  } as unknown as VisionBridge;
  const host = {
    model: () => ({ family: 'place-time', input: { time }, file: 'geo.onnx' }),
    ready: () => Promise.resolve({ ok: true, value: 'wasm' }),
  } as unknown as ModelHost;
  const tiles = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    has: (key: string) => Promise.resolve(kept.has(key)),
    put: (key: string, bytes: Uint8Array) => {
      if (kept.size >= room) return Promise.resolve({ ok: false, problem: { code: 'storage_full', message: 'full' } });
      kept.set(key, bytes);
      return Promise.resolve({ ok: true, value: undefined });
    },
  } as unknown as TileStore;
  return { asked, kept, priors: new Priors(bridge, host, tiles, LABELS, 'sha') };
}

async function birds(priors: Priors) {
  const local = await priors.at(ZURICH);
  if (!local.ok) throw new Error(local.problem.message);
  return local.value;
}

describe('the birds of a place', () => {
  test('are computed once for its square degree, at the centre, and kept', async () => {
    const { asked, kept, priors } = stage(() => [0.25, 0.25, 0.25]);
    await birds(priors);
    await birds(priors);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(12);
    expect(asked[0]![0]).toEqual([47.5, 8.5, 1]);
    expect([...kept.keys()]).toEqual(['sha 47 8']);
  });

  test('have a chance for each month', async () => {
    const { priors } = stage(([, , month]) => [(month / 20) ** 2, 0, 0]);
    const local = await birds(priors);
    for (const month of [1, 6, 12]) {
      expect(local.chance(GOLDCREST, month)?.probability).toBeCloseTo((month / 20) ** 2, 2);
    }
    expect(local.chance(GOLDCREST, null)?.probability).toBeCloseTo(0.36, 2);
    expect(local.chance(GOLDCREST, 1)?.share).toBe(1);
  });

  test('of a model that thinks in weeks are the mean of each month’s four', async () => {
    const { asked, priors } = stage(([, , week]) => [week <= 2 ? 0.5 : 0, 0, 0], 'week48');
    const local = await birds(priors);
    expect(asked[0]).toHaveLength(48);
    expect(local.chance(GOLDCREST, 1)?.probability).toBeCloseTo(0.25, 2);
    expect(local.chance(GOLDCREST, 2)?.probability).toBe(0);
  });

  test('hold no other animals, and say nothing about a species without a label', async () => {
    const { priors } = stage(() => [0.25, 0.9, 0]);
    const local = await birds(priors);
    expect([...local.all(5)].map(([taxon]) => taxon)).toEqual([GOLDCREST]);
    expect(local.chance(BLUE_TIT, 5)?.probability).toBe(0);
    expect(local.chance(id('Parus major'), 5)).toBeNull();
  });

  test('are not believed, nor kept, where the model gives another number of outputs than it has labels', async () => {
    const { kept, priors } = stage(() => [0.25, 0.25]);
    expect(await priors.at(ZURICH)).toMatchObject({ ok: false, problem: { code: 'model_output_invalid' } });
    expect(kept.size).toBe(0);
  });
});

describe('a region for the field', () => {
  const region = regionAround(ZURICH.latitude, ZURICH.longitude);
  const everywhere = (): number[] => [0.5, 0.5, 0.5];
  const calm = (): AbortSignal => new AbortController().signal;

  test('is computed square by square, told as it goes, and not computed again', async () => {
    const { asked, kept, priors } = stage(everywhere);
    const told: number[] = [];
    expect(await priors.prepare(region, (done) => told.push(done), calm())).toMatchObject({ ok: true });
    expect(told).toEqual(Array.from({ length: 101 }, (_, i) => i));
    expect(kept.size).toBe(100);
    expect(await priors.prepare(region, () => undefined, calm())).toMatchObject({ ok: true });
    expect(asked).toHaveLength(100);
    await birds(priors);
    expect(asked).toHaveLength(100);
  });

  test('stops when it is cancelled and keeps what it has', async () => {
    const { kept, priors } = stage(everywhere);
    const stop = new AbortController();
    const onProgress = (done: number): void => {
      if (done === 7) stop.abort();
    };
    expect(await priors.prepare(region, onProgress, stop.signal)).toMatchObject({ problem: { code: 'cancelled' } });
    expect(kept.size).toBe(7);
  });

  test('says so where the device has no room', async () => {
    const { priors } = stage(everywhere, 'month12', 3);
    const result = await priors.prepare(region, () => undefined, calm());
    expect(result).toMatchObject({ ok: false, problem: { code: 'storage_full' } });
  });
});

describe('a place at the edge of the map', () => {
  test.each([
    ['the north pole', 90, 0, [89.5, 0.5]],
    ['the south pole', -90, 12, [-89.5, 12.5]],
    ['the date line from the east', 0, 180, [0.5, 179.5]],
    ['the date line from the west', 0, -180, [0.5, -179.5]],
  ])('has birds like any other: %s', async (_, latitude, longitude, centre) => {
    const { asked, priors } = stage(() => [0.5, 0.5, 0.5]);
    const local = await priors.at({ ...ZURICH, latitude, longitude });
    expect(local.ok).toBe(true);
    expect(asked[0]![0]!.slice(0, 2)).toEqual(centre);
  });

  test('gets no birds from numbers that are none', async () => {
    const { priors } = stage(() => [NaN, NaN, NaN]);
    const local = await birds(priors);
    expect(local.chance(GOLDCREST, 5)).toEqual({ probability: 0, share: 0 });
    expect([...local.all(5)]).toEqual([]);
  });
});

test('a look-up takes under a millisecond', async () => {
  const { priors } = stage(() => [0.5, 0.5, 0.5]);
  await birds(priors);
  const start = performance.now();
  for (let i = 0; i < 1000; i++) (await birds(priors)).chance(GOLDCREST, (i % 12) + 1);
  expect((performance.now() - start) / 1000).toBeLessThan(1);
});
