import { expect, test } from 'vitest';
import { clusters, tapped } from './spots';

const view = { scale: 1, centreX: 500, centreY: 500, width: 400, height: 300 };
const point = (x: number, y: number, item: string) => ({ x, y, item });
const points = [point(500, 500, 'a'), point(505, 503, 'b'), point(620, 500, 'c'), point(900, 900, 'far')];

test('neighbours are one circle, and what is out of sight is none', () => {
  const found = clusters(points, view);
  expect(found.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  expect(found[0]).toMatchObject({ x: 502.5, y: 501.5, count: 2 });
});

test('closer up they part', () => {
  expect(clusters(points.slice(0, 2), { ...view, scale: 0.05 })).toHaveLength(2);
});

test('a tap means the nearest circle, if one is near', () => {
  const found = clusters(points, view);
  expect(tapped(found, [610, 500], 1)?.items).toEqual(['c']);
  expect(tapped(found, [560, 400], 1)).toBeNull();
});
