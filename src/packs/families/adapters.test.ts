import { describe, expect, test } from 'vitest';
import { coveredPart } from './bioclip/place';
import { compare, readTable } from './bioclip/table';
import { decodeTokenBoxes } from './grounding-dino/family';
import { placeByShortest } from './grounding-dino/place';
import { softmax, toPeak } from './perch/family';

describe('Grounding-DINO', () => {
  const sides = { shortest: 800, longest: 1333 };

  test('a picture keeps its shape, and neither side passes its limit', () => {
    expect(placeByShortest({ width: 4000, height: 3000 }, sides)).toMatchObject({ width: 1066, height: 800 });
    expect(placeByShortest({ width: 3000, height: 4000 }, sides)).toMatchObject({ width: 800, height: 1066 });
    expect(placeByShortest({ width: 4000, height: 1000 }, sides)).toMatchObject({ width: 1333, height: 333 });
  });

  test('a box is as sure as its best token, and lies on the picture without the padding', () => {
    const rows = Float32Array.of(0.5, 0.5, 0.2, 0.4, -3, 2, -1, 0, 0.5, 0.5, 0.2, 0.4, -9, -9, -9, -9);
    const [box, ...others] = decodeTokenBoxes(rows, 4, { width: 100, height: 50 }, 0.05);
    expect(others).toEqual([]);
    expect(box!.score).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
    expect(box!.box.x).toBeCloseTo(40, 4);
    expect(box!.box.y).toBeCloseTo(15, 4);
    expect(box!.box.width).toBeCloseTo(20, 4);
    expect(box!.box.height).toBeCloseTo(20, 4);
  });

  test('a row that is cut off, without extent or not a number is no box', () => {
    expect(decodeTokenBoxes(Float32Array.of(0.5, 0.5, 0, 0.4, 5), 1, { width: 9, height: 9 }, 0.05)).toEqual([]);
    expect(decodeTokenBoxes(Float32Array.of(0.5, 0.5, NaN, 0.4, 5), 1, { width: 9, height: 9 }, 0.05)).toEqual([]);
    expect(decodeTokenBoxes(Float32Array.of(0.5, 0.5, 0.1, 0.4), 1, { width: 9, height: 9 }, 0.05)).toEqual([]);
  });
});

describe('BioCLIP', () => {
  /** 1, -2, 0.5 and the smallest number that half precision has. */
  const halves = Uint8Array.of(0x00, 0x3c, 0x00, 0xc0, 0x00, 0x38, 0x01, 0x00);

  test('a table is read in half precision', () => {
    const table = readTable(halves, 2)!;
    expect(table.rows).toBe(2);
    expect([...table.values]).toEqual([1, -2, 0.5, 2 ** -24]);
  });

  test('a table that is cut off, empty or not finite is none', () => {
    expect(readTable(halves, 3)).toBeNull();
    expect(readTable(new Uint8Array(), 2)).toBeNull();
    expect(readTable(Uint8Array.of(0x00, 0x7c), 1)).toBeNull();
  });

  test('a picture is compared by direction, whatever the length of its embedding', () => {
    const table = { rows: 2, length: 2, values: Float32Array.of(1, 0, 0, 1) };
    const [along, across] = compare(Float32Array.of(3, 4), table, 10);
    expect(along).toBeCloseTo(6, 5);
    expect(across).toBeCloseTo(8, 5);
    expect(compare(Float32Array.of(0.3, 0.4), table, 10)[0]).toBeCloseTo(6, 5);
  });

  test('a square loses nothing, a wide region its ends', () => {
    const input = { width: 224, height: 224 };
    expect(coveredPart({ x: 10, y: 20, width: 448, height: 448 }, input)).toEqual({
      x: 10,
      y: 20,
      width: 448,
      height: 448,
    });
    const wide = coveredPart({ x: 0, y: 0, width: 896, height: 448 }, input);
    expect(wide).toEqual({ x: 224, y: 0, width: 448, height: 448 });
  });
});

describe('Perch', () => {
  test('a window loses its mean and gets its peak; silence stays silence', () => {
    const window = toPeak(Float32Array.of(1, 3, 2), 0.25);
    expect([...window]).toEqual([-0.25, 0.25, 0]);
    expect([...toPeak(new Float32Array(4), 0.25)]).toEqual([0, 0, 0, 0]);
  });

  test('its labels share one certainty', () => {
    const shares = softmax(Float32Array.of(1000, 1000, -1000));
    expect([...shares]).toEqual([0.5, 0.5, 0]);
  });
});
