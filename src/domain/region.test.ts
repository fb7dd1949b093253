import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellOf, cellsOf, regionAround } from './region';

const names = (cells: { south: number; west: number }[]): Set<string> =>
  new Set(cells.map(({ south, west }) => `${south} ${west}`));

describe('a region', () => {
  test('has its place in the middle', () => {
    expect(regionAround(47.4, 8.5)).toEqual({ south: 42, west: 3, side: 10 });
    expect(cellsOf(regionAround(47.4, 8.5))[0]).toEqual({ south: 46, west: 7 });
  });

  test('goes on beyond the date line', () => {
    const wests = new Set(cellsOf(regionAround(-17, 179.5)).map(({ west }) => west));
    expect([...wests].sort((a, b) => a - b)).toEqual([-180, -179, -178, -177, 174, 175, 176, 177, 178, 179]);
  });

  test.each([
    [90, 80],
    [-90, -90],
  ])('ends at the pole (%s)', (latitude, south) => {
    expect(regionAround(latitude, 0).south).toBe(south);
  });

  test('holds a hundred different squares of the earth, its own place among them, wherever it is', () => {
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        const cells = cellsOf(regionAround(lat, lon));
        const own = cellOf(lat, lon);
        expect(names(cells).size).toBe(100);
        expect(names(cells).has(`${own.south} ${own.west}`)).toBe(true);
        for (const { south, west } of cells) {
          expect(south >= -90 && south <= 89 && west >= -180 && west <= 179).toBe(true);
        }
      }),
    );
  });
});
