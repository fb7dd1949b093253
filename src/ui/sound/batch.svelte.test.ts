import { expect, test, vi } from 'vitest';
import type { Observation, Place, SoundRef } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import { ZURICH } from '../../testing/evidence';
import { finishedRun } from '../testing/factory';
import { Batch, BatchItem, type WhenWhere } from './batch.svelte';

const THERE: Place = { latitude: -33.9, longitude: 18.4, precisionKm: 1, source: 'typed' };

/** An app that hears nothing and remembers what it was asked about. */
function listening() {
  const asked: Observation[] = [];
  let opened = 0;
  const app = {
    openSound: (_: Blob, name: string) => {
      const ref = `sound-${++opened}` as SoundRef;
      const sound = { ref, name, seconds: 3, sampleRate: 48_000, channels: 1 };
      return Promise.resolve({ ok: true as const, value: { sound } });
    },
    closeSound: () => undefined,
    async *identify(observation: Observation) {
      asked.push(observation);
      await Promise.resolve();
      yield* finishedRun([], { observation, run: observation.id });
    },
  } as unknown as Goldcrest;
  return { app, asked };
}

const files = (...names: string[]): BatchItem[] =>
  names.map((name) => new BatchItem([new File(['-'], name, { type: 'audio/wav' })]));

test('every recording of a folder is from the place and the day that were given for it', async () => {
  const { app, asked } = listening();
  const batch = new Batch(app, files('a.wav', 'b.wav'), () => ({ day: '2026-05-17', place: ZURICH }), vi.fn());
  await batch.start();
  expect(asked.map(({ place, day }) => ({ place, day }))).toEqual([
    { place: ZURICH, day: '2026-05-17' },
    { place: ZURICH, day: '2026-05-17' },
  ]);
});

test('another place means listening anew, and each new run takes the place of the one before', async () => {
  const { app, asked } = listening();
  const kept = vi.fn<(...given: Parameters<ConstructorParameters<typeof Batch>[3]>) => Promise<void>>();
  let given: WhenWhere = { day: null, place: null };
  const batch = new Batch(app, files('a.wav', 'b.wav'), () => given, kept);
  await batch.start();
  expect(asked.every(({ place }) => place === null)).toBe(true);
  const first = batch.items.map(({ run }) => run);

  given = { day: null, place: THERE };
  await batch.again();
  expect(asked.slice(2).map(({ place }) => place)).toEqual([THERE, THERE]);
  expect(kept.mock.calls.slice(2).map(([, , replaces]) => replaces)).toEqual(first);
  expect(batch.state).toBe('done');
});
