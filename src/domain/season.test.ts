import { expect, test } from 'vitest';
import { seasonOf } from './season';

const months = (...there: number[]): number[] =>
  Array.from({ length: 12 }, (_, i) => (there.includes(i + 1) ? 0.5 : 0));

test('a bird that is always there', () => {
  expect(seasonOf(Array.from({ length: 12 }, () => 0.3))).toEqual({ kind: 'all_year' });
});

test('a bird that never is', () => {
  expect(seasonOf(months())).toEqual({ kind: 'never' });
});

test('a summer visitor, a winter visitor, a bird of passage', () => {
  expect(seasonOf(months(5, 6, 7, 8))).toEqual({ kind: 'parts', parts: [{ from: 5, to: 8 }] });
  expect(seasonOf(months(11, 12, 1, 2))).toEqual({ kind: 'parts', parts: [{ from: 11, to: 2 }] });
  expect(seasonOf(months(4, 9))).toEqual({
    kind: 'parts',
    parts: [
      { from: 4, to: 4 },
      { from: 9, to: 9 },
    ],
  });
});

test('a straggler in winter does not make it a bird of the winter', () => {
  const swift = [0.001, 0, 0, 0.05, 0.6, 0.7, 0.7, 0.3, 0.02, 0, 0, 0];
  expect(seasonOf(swift)).toEqual({ kind: 'parts', parts: [{ from: 5, to: 8 }] });
});
