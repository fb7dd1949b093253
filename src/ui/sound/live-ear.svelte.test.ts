import { expect, test, vi } from 'vitest';
import type { Goldcrest } from '../../app/goldcrest';
import type { Observation, SoundRef } from '../../domain/observation';
import { finishedRun } from '../testing/factory';
import { LiveEar } from './live-ear.svelte';

const RATE = 1000;

/** An ear, with what every look was given, and what it is to find. */
function ear() {
  const looks: Float32Array[] = [];
  let found: string[] = [];
  const app = {
    canListen: true,
    openSamples: (samples: Float32Array) => {
      looks.push(samples);
      const sound = { ref: 'live' as SoundRef, name: '', seconds: 3, sampleRate: RATE, channels: 1 };
      return Promise.resolve({ ok: true as const, value: { sound } });
    },
    closeSound: () => undefined,
    async *identify(observation: Observation) {
      await Promise.resolve();
      yield* finishedRun([], { observation, run: 'live' });
    },
    judging: {
      birds: () =>
        found.map((taxon) => ({
          verdict: { taxon, grain: 'species', probability: 0.9 },
          heard: [{ times: [{ from: 1, to: 4, probability: 0.9 }] }],
        })),
    },
  } as unknown as Goldcrest;
  const live = new LiveEar(app, () => null);
  live.start(RATE);
  return {
    live,
    looks,
    /** A second of sound, and time for the look at it. */
    hears: async (...birds: string[]): Promise<void> => {
      found = birds;
      const before = looks.length;
      live.push(new Float32Array(RATE).fill(1));
      if (looks.length > before) await vi.waitFor(() => expect(live.state).toBe('listening'));
      await new Promise((done) => setTimeout(done));
    },
    names: () => live.heard.map(({ taxon }) => taxon),
  };
}

test('listens from the first window on, and then every second', async () => {
  const { looks, hears } = ear();
  for (let second = 1; second <= 6; second++) await hears();
  expect(looks.map(({ length }) => length / RATE)).toEqual([3, 4, 5, 6]);
});

test('a name goes when the next look does not confirm it, and stays once two looks gave it', async () => {
  const { hears, names } = ear();
  await hears();
  await hears();
  await hears('wren');
  expect(names()).toEqual(['wren']);
  await hears('robin');
  expect(names()).toEqual(['robin']);
  await hears('robin');
  await hears();
  expect(names()).toEqual(['robin']);
});

test('does not take the clip that it plays for a bird', async () => {
  const { live, looks, hears } = ear();
  for (let second = 1; second <= 3; second++) await hears();
  live.expectClip(new Float32Array(2 * RATE));
  for (let second = 4; second <= 7; second++) await hears();
  const last = looks.at(-1)!;
  const heard = Array.from({ length: 7 }, (_, second) => last[second * RATE]);
  expect(heard).toEqual([1, 1, 1, 0, 0, 0, 1]);
});
