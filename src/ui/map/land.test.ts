import { expect, test } from 'vitest';
import { coarse, fromMap, toMap, WORLD_SIDE } from './land';

const landPath = coarse.land.map(({ path }) => path).join('');
const borderPath = coarse.borders.map(({ path }) => path).join('');

/** The stretches of a path, each as two points. */
function stretches(path: string): [from: number[], to: number[]][] {
  return path.split('M').flatMap((part) => {
    const points = [...part.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    return points.slice(1).map((point, index): [number[], number[]] => [points[index]!, point]);
  });
}

test('no coast and no border runs across the whole map', () => {
  const across = [...stretches(landPath), ...stretches(borderPath)].filter(
    ([[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]]) => Math.abs(x1 - x2) > WORLD_SIDE / 2 && y1 === y2 && y1 < 900,
  );
  expect(stretches(landPath).length).toBeGreaterThan(1000);
  expect(across).toEqual([]);
});

test('a place on the map is the same place back', () => {
  for (const [latitude, longitude] of [
    [47.4, 8.5],
    [-33.9, 151.2],
    [0, -179.9],
  ] as const) {
    const back = fromMap(...toMap(latitude, longitude));
    expect(back.latitude).toBeCloseTo(latitude, 6);
    expect(back.longitude).toBeCloseTo(longitude, 6);
  }
});

test('an outline lies in its box', () => {
  for (const { path, left, right, top, bottom } of coarse.land) {
    const points = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(
      points.every(([x, y]) => x >= left - 0.01 && x <= right + 0.01 && y >= top - 0.01 && y <= bottom + 0.01),
    ).toBe(true);
  }
});
