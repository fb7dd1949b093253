import { describe, expect, test } from 'vitest';
import { id } from '../src/testing/ledger';
import { drawAnyPlace, drawPlace, FAR_KM, kilometres, worldGrid, type RangeMap } from './places';
import { drawIndex, seeded } from '../training/random';

const points = worldGrid();
const GOLDCREST = id('Regulus regulus');
const inEurope = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  latitude > 40 && latitude < 65 && longitude > -10 && longitude < 40;

/** A world in which birds are watched everywhere, and the goldcrest lives in Europe only. */
const map: RangeMap = {
  points,
  peaks: new Float32Array(points.length).fill(0.5),
  species: new Map([[GOLDCREST, Float32Array.from(points, (point) => (inEurope(point) ? 0.3 : 0))]]),
};

describe('a drawn place', () => {
  test('lies in the range, its counterfactual far outside it, and both hang on the seed alone', () => {
    const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);
    const places = seeds.map((seed) => drawPlace(map, GOLDCREST, seed)!);
    for (const { spot, far } of places) {
      expect(inEurope(spot)).toBe(true);
      expect(inEurope(far!)).toBe(false);
      expect(kilometres(spot, far!)).toBeGreaterThanOrEqual(FAR_KM);
    }
    expect(drawPlace(map, GOLDCREST, 'seed 3')).toEqual(places[3]);
    expect(new Set(places.map(({ spot }) => `${spot.latitude} ${spot.longitude}`)).size).toBeGreaterThan(20);
    expect(new Set(places.map(({ day }) => day)).size).toBeGreaterThan(1);
  });

  test('is none for a bird that the geo model does not know, or gives no home', () => {
    expect(drawPlace(map, id('Parus major'), 'seed')).toBeNull();
    const homeless = { ...map, species: new Map([[GOLDCREST, new Float32Array(points.length)]]) };
    expect(drawPlace(homeless, GOLDCREST, 'seed')).toBeNull();
  });

  test('for no bird is anywhere that birds are watched', () => {
    const watched = { ...map, peaks: Float32Array.from(points, (point) => (inEurope(point) ? 0.5 : 0)) };
    expect(inEurope(drawAnyPlace(watched, 'seed')!.spot)).toBe(true);
  });
});

test('Zurich is about 1,290 km from Glasgow as the crow flies', () => {
  const distance = kilometres({ latitude: 47.37, longitude: 8.54 }, { latitude: 55.86, longitude: -4.25 });
  expect(distance).toBeGreaterThan(1250);
  expect(distance).toBeLessThan(1350);
});

test('an index is drawn as often as its weight says', () => {
  const random = seeded(1);
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 4000; draw++) counts[drawIndex([1, 0, 3], random)]! += 1;
  expect(counts[1]).toBe(0);
  expect(counts[2]! / 4000).toBeCloseTo(0.75, 1);
  expect(drawIndex([0, 0], random)).toBe(-1);
});
