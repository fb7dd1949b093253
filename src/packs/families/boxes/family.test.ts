import { expect, test } from 'vitest';
import { decodeBoxes } from './family';

const rows = (...values: number[][]): Float32Array => Float32Array.from(values.flat());

test('corners become a corner and a size', () => {
  const found = decodeBoxes(rows([10, 20, 40, 60, 0.5], [0, 0, 1, 1, 0.75]), 0.1);
  expect(found).toEqual([
    { box: { x: 10, y: 20, width: 30, height: 40 }, score: 0.5 },
    { box: { x: 0, y: 0, width: 1, height: 1 }, score: 0.75 },
  ]);
});

test('a score at the limit counts, one below it or not a number does not', () => {
  const found = decodeBoxes(rows([0, 0, 1, 1, 0.5], [0, 0, 1, 1, 0.25], [0, 0, 1, 1, NaN]), 0.5);
  expect(found.map(({ score }) => score)).toEqual([0.5]);
});

test('a box without an inside is none', () => {
  expect(decodeBoxes(rows([5, 0, 5, 9, 1], [9, 0, 5, 9, 1], [0, 5, 9, 5, 1], [0, 9, 9, 5, 1]), 0.1)).toEqual([]);
});

test('a row that is cut short is not read', () => {
  expect(decodeBoxes(Float32Array.of(0, 0, 1, 1, 0.5, 0, 0, 1, 1), 0.1)).toHaveLength(1);
});
