import { expect, test } from 'vitest';
import { isUnusable } from './unusable-output';

test.each([
  ['zeros', [0, 0, 0]],
  ['one constant', [0.25, 0.25, 0.25]],
  ['something that is not a number', [0.1, NaN, 0.3]],
  ['something infinite', [0.1, 0.2, Infinity]],
  ['something infinite at the start', [-Infinity, 0.2, 0.3]],
  ['nothing at all', []],
  ['a single NaN', [NaN]],
])('an output of %s is what a broken driver gives', (_, output) => {
  expect(isUnusable(Float32Array.from(output))).toBe(true);
});

test.each([
  ['numbers that differ', [0.1, 0.2, 0.1]],
  ['zeros but for the last', [0, 0, 0, 1e-6]],
  ['one number', [0.5]],
])('an output of %s is an answer', (_, output) => {
  expect(isUnusable(Float32Array.from(output))).toBe(false);
});
