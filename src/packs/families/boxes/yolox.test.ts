import { describe, expect, test } from 'vitest';
import { decodeYolox } from './yolox';

/** An input of 64 x 32 pixels has 4 x 2 cells of 16 pixels and 2 x 1 of 32, in that order. */
const MODEL = { width: 64, height: 32 };
const STRIDES = [16, 32];
const CLASSES = 3;
const BIRD = 2;
const COLUMNS = 5 + CLASSES;
const ROWS = 4 * 2 + 2 * 1;

interface Cell {
  row: number;
  values: [x: number, y: number, logWidth: number, logHeight: number, objectness: number];
  classes: [number, number, number];
}

function grid(...cells: Cell[]): Float32Array {
  const output = new Float32Array(ROWS * COLUMNS);
  for (const { row, values, classes } of cells) output.set([...values, ...classes], row * COLUMNS);
  return output;
}

const decode = (output: Float32Array, atLeast = 0.05) =>
  decodeYolox(output, MODEL, { kind: 'yolox-grid', name: 'output', birdClass: BIRD, strides: STRIDES }, atLeast);

describe('the grid of a YOLOX detector', () => {
  test('gives a box around the centre that its cell and offsets name, scaled by the stride', () => {
    // Second row of the fine grid, third cell: column 2, line 1.
    const found = decode(grid({ row: 4 + 2, values: [0.5, 0.25, Math.log(2), 0, 0.5], classes: [0, 0, 0.5] }));
    expect(found).toHaveLength(1);
    const [{ box, score }] = found as [(typeof found)[number]];
    expect(score).toBeCloseTo(0.25, 6);
    expect(box.x + box.width / 2).toBeCloseTo((2 + 0.5) * 16, 4);
    expect(box.y + box.height / 2).toBeCloseTo((1 + 0.25) * 16, 4);
    expect(box.width).toBeCloseTo(32, 4);
    expect(box.height).toBeCloseTo(16, 4);
  });

  test('goes on with the coarser grid where the finer one ends', () => {
    const [found] = decode(grid({ row: 8 + 1, values: [0, 0, 0, 0, 1], classes: [0, 0, 1] }));
    expect(found?.box).toEqual({ x: 32 - 16, y: 0 - 16, width: 32, height: 32 });
  });

  test('scores the bird class and no other', () => {
    expect(decode(grid({ row: 0, values: [0, 0, 0, 0, 1], classes: [1, 1, 0] }))).toEqual([]);
    expect(decode(grid({ row: 0, values: [0, 0, 0, 0, 1], classes: [1, 1, 0.75] }))[0]?.score).toBe(0.75);
  });

  test('keeps a score at the limit and drops one below it, or one that is not a number', () => {
    const cell = (objectness: number): Cell => ({ row: 3, values: [0, 0, 0, 0, objectness], classes: [0, 0, 1] });
    expect(decode(grid(cell(0.5)), 0.5)).toHaveLength(1);
    expect(decode(grid(cell(0.4999)), 0.5)).toHaveLength(0);
    expect(decode(grid(cell(NaN)), 0.5)).toHaveLength(0);
  });
});
