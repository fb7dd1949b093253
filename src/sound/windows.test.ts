import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SoundInput } from '../packs/families/classifier/sound-schema';
import { chirp, joined, mixed, noise, silence, song, sourceOf } from '../testing/sounds';
import { RecordingMeter } from './quality/measure';
import { countWindows, planWindows, readWindows, type SoundWindow } from './windows';

const RATE = 8000;
const INPUT: SoundInput = {
  name: 'samples',
  sampleRate: RATE,
  windowSeconds: 3,
  hopSeconds: 3,
  frontEnd: { kind: 'waveform' },
  batch: 'single',
};

async function windowsOf(samples: Float32Array, stretches = [{ from: 0, to: samples.length / RATE }], piece = 7001) {
  const windows: SoundWindow[] = [];
  for await (const window of readWindows(sourceOf(samples, RATE, piece), stretches, INPUT)) windows.push(window);
  return windows;
}

describe('the windows of a stretch', () => {
  test('follow each other, and the last ends where the stretch ends', () => {
    expect(planWindows({ from: 1, to: 8 }, INPUT)).toEqual([
      { from: 1, to: 4 },
      { from: 4, to: 7 },
      { from: 5, to: 8 },
    ]);
    expect(planWindows({ from: 0, to: 6 }, INPUT)).toHaveLength(2);
    expect(planWindows({ from: 2, to: 3 }, INPUT)).toEqual([{ from: 2, to: 5 }]);
  });

  test('may overlap', () => {
    const starts = planWindows({ from: 0, to: 6 }, { ...INPUT, hopSeconds: 1.5 }).map(({ from }) => from);
    expect(starts).toEqual([0, 1.5, 3]);
  });

  test('leave nothing out', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 50, noNaN: true }),
        fc.double({ min: 0.3, max: 60, noNaN: true }),
        (from, length) => {
          const windows = planWindows({ from, to: from + length }, INPUT);
          expect(windows[0]!.from).toBe(from);
          expect(windows.at(-1)!.to).toBeGreaterThanOrEqual(from + length - 0.051);
          windows.slice(1).forEach((window, i) => expect(window.from).toBeLessThanOrEqual(windows[i]!.to + 1e-9));
        },
      ),
    );
  });

  test('are counted before they are read', async () => {
    const samples = chirp(7.5, RATE);
    const stretches = [
      { from: 0, to: 4 },
      { from: 5, to: 7.5 },
    ];
    expect(await windowsOf(samples, stretches)).toHaveLength(countWindows(stretches, INPUT));
  });
});

describe('reading windows', () => {
  test('gives the samples at their time, silence after the end, whatever the pieces', async () => {
    const samples = chirp(7, RATE);
    for (const piece of [100, 7001, 100_000]) {
      const windows = await windowsOf(samples, [{ from: 2, to: 7 }], piece);
      expect(windows.map(({ from }) => from)).toEqual([2, 4]);
      expect(windows[0]!.samples).toEqual(samples.slice(2 * RATE, 5 * RATE));
      expect(windows[1]!.samples).toEqual(samples.slice(4 * RATE, 7 * RATE));
    }
    const [last] = await windowsOf(samples, [{ from: 6, to: 7 }]);
    expect(last!.samples.subarray(0, RATE)).toEqual(samples.slice(6 * RATE));
    expect(last!.samples.subarray(RATE).every((sample) => sample === 0)).toBe(true);
  });
});

/** The windows that a model would be shown of a recording: what is worthwhile in it, cut up. */
async function shownToModel(samples: Float32Array): Promise<Float32Array[]> {
  const meter = new RecordingMeter(RATE);
  meter.push([samples]);
  const windows = await windowsOf(samples, meter.result().stretches);
  return windows.map((window) => window.samples);
}

test('silence in any amount around a call does not change what the model hears, and so not the birds found', async () => {
  const sung = mixed(joined(song(4, RATE), silence(1, RATE), song(2, RATE)), noise(7, RATE, 0.003));
  const faint = noise(0.2, RATE, 5e-5);
  const call = joined(faint, sung, faint);
  const bare = await shownToModel(call);
  expect(bare.length).toBeGreaterThan(1);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60_000 }),
      fc.integer({ min: 0, max: 60_000 }),
      async (before, after) => {
        const padded = await shownToModel(joined(new Float32Array(before), call, new Float32Array(after)));
        expect(padded).toHaveLength(bare.length);
        padded.forEach((samples, i) => expect(largestDifference(samples, bare[i]!)).toBeLessThan(1e-6));
      },
    ),
    { numRuns: 15 },
  );
});

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
