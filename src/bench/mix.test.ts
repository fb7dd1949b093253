import { expect, test } from 'vitest';
import { mixAt, pinkNoise } from './mix';
import { seeded } from './random';

const tone = Float32Array.from({ length: 4800 }, (_, at) => 0.1 * Math.sin(at / 5));
const power = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length;

test.each([20, 6, 0, -6])('what is mixed in is %i decibels weaker', (decibels) => {
  const mixed = mixAt(tone, pinkNoise(1000, seeded(1)), 17, decibels);
  const added = mixed.map((value, at) => value - tone[at]!);
  expect(10 * Math.log10(power(tone) / power(added))).toBeCloseTo(decibels, 0);
});

test('a mix that would clip becomes quieter as a whole', () => {
  const mixed = mixAt(tone, Float32Array.of(1, -1, 1), 0, -30);
  expect(mixed.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeCloseTo(1, 6);
});

test('pink noise has less power in its fast part than in its slow one', () => {
  const noise = pinkNoise(50_000, seeded(1));
  const slow = noise.map((value, at) => (value + (noise[at - 1] ?? 0)) / 2);
  const fast = noise.map((value, at) => (value - (noise[at - 1] ?? 0)) / 2);
  expect(power(slow)).toBeGreaterThan(2 * power(fast));
});
