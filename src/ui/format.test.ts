import { expect, test } from 'vitest';
import { inSize, tookSeconds } from './format';

test.each([
  [0, '0.0 MB'],
  [5_647, '6 kB'],
  [99_999, '100 kB'],
  [100_000, '0.1 MB'],
  [9_400_000, '9.4 MB'],
  [10_700_000_000, '10.7 GB'],
])('%i bytes are %s', (bytes, said) => {
  expect(inSize(bytes)).toBe(said);
});

test.each([
  [4, '< 0.1 s'],
  [100, '0.1 s'],
  [2_240, '2.2 s'],
])('a run of %i ms took %s', (milliseconds, said) => {
  expect(tookSeconds(milliseconds)).toBe(said);
});
