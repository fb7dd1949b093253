import { expect, test } from 'vitest';
import { loudestPart, mixAt, pinkNoise } from './mix';
import { seeded } from '../training/random';

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

test.each([
  ['in the middle', 50, [45, 55]],
  ['at the start', 2, [0, 10]],
  ['at the end', 99, [90, 100]],
])('the loudest part has its moment %s, and as many samples as were asked for', (_, loudest, [from, to]) => {
  const samples = Float32Array.from({ length: 100 }, (_value, at) => (at === loudest ? -1 : at / 1000));
  expect([...loudestPart(samples, 10)]).toEqual([...samples.slice(from, to)]);
});

test('a recording that is shorter than what was asked for stays as it is', () => {
  expect(loudestPart(tone, 9000)).toEqual(tone);
});
