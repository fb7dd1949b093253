import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chirp } from '../../testing/sounds';
import { hann, RealFft } from './fft';
import reference from './reference.json';
import { resample, Resampler } from './resample';
import { Spectrogram, stretchToUnit } from './spectrogram';

function worst(given: Float32Array, { length, indices, values }: typeof reference.spectrogram): number {
  expect(given).toHaveLength(length);
  return Math.max(...indices.map((index, i) => Math.abs(given[index]! - values[i]!)));
}

describe('the spectrogram', () => {
  test('is that of numpy and scipy to 1e-4', () => {
    const spectrogram = new Spectrogram({ fftSize: 512, hop: 258, frames: 256 });
    expect(worst(spectrogram.magnitudes(chirp(3, 22_050)), reference.spectrogram)).toBeLessThan(1e-4);
  });

  test('keeps the energy of any samples, as a Fourier transform does', () => {
    const fft = new RealFft(64);
    const flat = new Float64Array(64).fill(1);
    const power = new Float64Array(33);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
        (samples) => {
          fft.power(samples, 0, flat, power);
          const inTime = samples.reduce((sum, value) => sum + value * value, 0);
          const inBins = power.reduce((sum, value, k) => sum + value * (k === 0 || k === 32 ? 1 : 2), 0) / 64;
          expect(inBins).toBeCloseTo(inTime, 9);
        },
      ),
    );
  });

  test('refuses lengths that are no power of two', () => {
    expect(() => new RealFft(300)).toThrow(RangeError);
  });

  test('has a window that adds up to a constant when half overlapped', () => {
    const window = hann(512);
    for (let i = 0; i < 256; i++) expect(window[i]! + window[i + 256]!).toBeCloseTo(1, 12);
  });

  test('is stretched to 0-1, and to nothing where all is equal', () => {
    expect([...stretchToUnit(Float32Array.of(2, 4, 3))]).toEqual([0, 1, 0.5]);
    expect([...stretchToUnit(Float32Array.of(7, 7))]).toEqual([0, 0]);
  });
});

describe('resampling', () => {
  test.each(reference.resampled)('from $from to $to Hz is that of scipy to 1e-4', (expected) => {
    const given = resample(chirp(0.5, expected.from), expected.from, expected.to);
    expect(worst(given, expected)).toBeLessThan(1e-4);
  });

  test('does not depend on how the stream is cut', () => {
    const samples = chirp(0.2, 44_100);
    const whole = resample(samples, 44_100, 22_050);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 12 }), (cuts) => {
        const resampler = new Resampler(44_100, 22_050);
        const pieces: number[] = [];
        let at = 0;
        for (const length of [...cuts, samples.length]) {
          pieces.push(...resampler.push(samples.slice(at, at + length)));
          at = Math.min(samples.length, at + length);
        }
        pieces.push(...resampler.end());
        expect(pieces).toEqual([...whole]);
      }),
      { numRuns: 30 },
    );
  });

  test('leaves a stream of the right rate alone', () => {
    const samples = chirp(0.01, 48_000);
    expect(resample(samples, 48_000, 48_000)).toBe(samples);
  });
});
