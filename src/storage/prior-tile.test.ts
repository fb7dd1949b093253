import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellOf } from '../domain/region';
import { ABSENT, encodeTile, MONTHS, PriorTile } from './prior-tile';

/** `chances[label]` gives the label's probability in each month. */
function monthly(chances: readonly (readonly number[])[]): Float32Array[] {
  return Array.from({ length: MONTHS }, (_, month) => Float32Array.from(chances, (year) => year[month]!));
}

const allYear = (probability: number): number[] => Array<number>(MONTHS).fill(probability);
const tileOf = (chances: readonly (readonly number[])[]): PriorTile => new PriorTile(encodeTile(monthly(chances)));

describe('a prior tile', () => {
  test('gives back every month within half a step of its scale', () => {
    const chance = fc.float({ min: Math.fround(ABSENT * 1.01), max: 1, noNaN: true });
    const year = fc.array(chance, { minLength: MONTHS, maxLength: MONTHS });
    fc.assert(
      fc.property(fc.array(year, { minLength: 1, maxLength: 40 }), (chances) => {
        const tile = tileOf(chances);
        const peak = Math.max(...chances.flat());
        chances.forEach((months, label) => {
          months.forEach((probability, month) => {
            const kept = tile.probability(label, month + 1);
            const step = Math.abs(Math.sqrt(kept / peak) - Math.sqrt(probability / peak));
            expect(step).toBeLessThanOrEqual(0.5 / 255 + 1e-6);
          });
        });
      }),
    );
  });

  test('tells the statuses apart: around the limits of 0.002 and 0.02 a share moves by less than a tenth', () => {
    for (const limit of [0.002, 0.02]) {
      for (const factor of [0.8, 0.9, 1.1, 1.2]) {
        const kept = tileOf([allYear(limit * factor), allYear(1)]).share(0, 1);
        expect(Math.abs(kept / (limit * factor) - 1)).toBeLessThan(0.1);
      }
    }
  });

  test('gives the same shares where few people watch birds as where many do', () => {
    const crowded = tileOf([allYear(0.8), allYear(0.08), allYear(0.004)]);
    const lonely = tileOf([allYear(0.008), allYear(0.0008), allYear(0.00004)]);
    for (const label of [0, 1, 2]) {
      expect(lonely.share(label, 3)).toBeCloseTo(crowded.share(label, 3), 6);
      expect(lonely.probability(label, 3)).toBeCloseTo(crowded.probability(label, 3) / 100, 6);
    }
  });

  test('counts a share against the month, not against the busiest month of the year', () => {
    const winter = [0.01, ...allYear(0.9).slice(1)];
    const tile = tileOf([winter, [0.005, ...allYear(0).slice(1)]]);
    expect(tile.share(0, 1)).toBe(1);
    expect(tile.share(1, 1)).toBeGreaterThan(0.3);
    expect(tile.share(1, null)).toBeLessThan(0.01);
  });

  test('keeps months apart', () => {
    const year = Array.from({ length: MONTHS }, (_, month) => ((month + 1) / 20) ** 2);
    const tile = tileOf([allYear(0), year]);
    for (let month = 1; month <= MONTHS; month++) expect(tile.probability(1, month)).toBeCloseTo((month / 20) ** 2, 2);
  });

  test('answers with the best month where the month is unknown', () => {
    const year = [...allYear(0.01).slice(1), 0.64];
    expect(tileOf([year]).probability(0, null)).toBeCloseTo(0.64, 2);
    expect(tileOf([year]).probability(0, null)).toBe(tileOf([year]).probability(0, 12));
  });

  test('leaves out what is absent all year, and keeps what one month holds', () => {
    const once = allYear(0);
    once[6] = 0.5;
    const tile = tileOf([allYear(ABSENT / 5), once, allYear(0)]);
    expect([...tile.labels]).toEqual([1]);
    expect(tile.probability(0, 1)).toBe(0);
    expect(tile.probability(2, null)).toBe(0);
    expect(tile.probability(1, 1)).toBe(0);
  });

  test('reaches labels beyond the first 256, up to the last that 16 bits name', () => {
    for (const label of [255, 256, 11_279, 65_535]) {
      const chances = Array.from({ length: label + 1 }, (_, at) => allYear(at === label ? 0.25 : 0));
      expect([...tileOf(chances).labels]).toEqual([label]);
      expect(tileOf(chances).probability(label, 5)).toBeCloseTo(0.25, 2);
    }
  });

  test('takes values that a model puts a little outside 0 to 1 as 0 and 1', () => {
    const tile = tileOf([[1.01, ...allYear(-0.01).slice(1)]]);
    expect(tile.probability(0, 1)).toBe(1);
    expect(tile.probability(0, 2)).toBe(0);
  });

  test('stays under 30 kB wherever it is, and drops the least likely first', () => {
    const chances = Array.from({ length: 11_280 }, (_, label) => allYear(0.1 + label / 1e6));
    const bytes = encodeTile(monthly(chances));
    const labels = [...new PriorTile(bytes).labels];
    expect(bytes.length).toBeLessThan(30_000);
    expect(labels.length).toBeGreaterThan(2_000);
    expect(Math.min(...labels)).toBe(11_280 - labels.length);
  });

  test('that was cut short gives the rows it has and nothing made up', () => {
    const bytes = encodeTile(monthly([allYear(0.25), allYear(0.5)]));
    const tile = new PriorTile(bytes.subarray(0, bytes.length - 1));
    expect([...tile.labels]).toEqual([0]);
    expect(tile.probability(1, 1)).toBe(0);
  });

  test('of nowhere is empty', () => {
    expect([...new PriorTile(encodeTile([])).labels]).toEqual([]);
  });
});

describe('the square degree of a place', () => {
  test.each([
    ['Zurich', 47.37, 8.54, { south: 47, west: 8 }],
    ['Quito, just south of the equator', -0.18, -78.47, { south: -1, west: -79 }],
    ['the equator at Greenwich', 0, 0, { south: 0, west: 0 }],
    ['the North Pole', 90, 0, { south: 89, west: 0 }],
    ['the South Pole', -90, 0, { south: -90, west: 0 }],
    ['the date line from the east', 10, 180, { south: 10, west: 179 }],
    ['the date line from the west', 10, -180, { south: 10, west: -180 }],
  ])('%s', (_, latitude, longitude, cell) => {
    expect(cellOf(latitude, longitude)).toEqual(cell);
  });

  test('holds the place, and its centre is a place on Earth', () => {
    const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
    const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(latitudes, longitudes, (latitude, longitude) => {
        const { south, west } = cellOf(latitude, longitude);
        expect(latitude >= south && latitude <= south + 1).toBe(true);
        expect(longitude >= west && longitude <= west + 1).toBe(true);
        expect(Math.abs(south + 0.5)).toBeLessThan(90);
        expect(Math.abs(west + 0.5)).toBeLessThan(180);
      }),
    );
  });
});
