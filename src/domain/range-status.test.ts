import { expect, test } from 'vitest';
import { PLACE_WEIGHT, rangeStatus } from './place-weight';

test.each([
  [1, 'expected'],
  [0.02, 'expected'],
  [0.0199, 'unusual'],
  [0.002, 'unusual'],
  [0.0019, 'out_of_range'],
  [0, 'out_of_range'],
])('a chance of %d is %s', (probability, status) => {
  expect(rangeStatus(probability)).toBe(status);
});

test('the limits are the ones that the verdict weighs places with', () => {
  expect(rangeStatus(PLACE_WEIGHT.expected)).toBe('expected');
  expect(rangeStatus(PLACE_WEIGHT.unusual)).toBe('unusual');
});
