import { expect, test } from 'vitest';
import type { Orientation } from './orientation';
import { Picture, View } from './picture';

// Upright, this is a picture of 3 x 2 pixels: 1 2 3 above 4 5 6. How each orientation stores it, after the EXIF standard.
const STORED: Record<Orientation, { width: number; values: number[] }> = {
  1: { width: 3, values: [1, 2, 3, 4, 5, 6] },
  2: { width: 3, values: [3, 2, 1, 6, 5, 4] },
  3: { width: 3, values: [6, 5, 4, 3, 2, 1] },
  4: { width: 3, values: [4, 5, 6, 1, 2, 3] },
  5: { width: 2, values: [1, 4, 2, 5, 3, 6] },
  6: { width: 2, values: [3, 6, 2, 5, 1, 4] },
  7: { width: 2, values: [6, 3, 5, 2, 4, 1] },
  8: { width: 2, values: [4, 1, 5, 2, 6, 3] },
};

const red = (rgba: Uint8ClampedArray): number[] => [...rgba].filter((_, i) => i % 4 === 0).map((value) => value / 40);

test.each(Object.entries(STORED))('orientation %s stands upright, whole and in part', (orientation, stored) => {
  const { width, values } = stored;
  const data = Uint8ClampedArray.from(values.flatMap((value) => [value * 40, 0, 0, 255]));
  const plane = { data, width, height: 6 / width, stride: width * 4 };
  const picture = new Picture({ kind: 'rgba', planes: [plane] }, Number(orientation) as Orientation);
  expect([picture.width, picture.height]).toEqual([3, 2]);
  expect(red(picture.sample({ x: 0, y: 0, width: 3, height: 2 }, 3, 2))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(red(picture.sample({ x: 1, y: 0, width: 2, height: 1 }, 2, 1))).toEqual([2, 3]);
  expect(red(picture.sample({ x: 0, y: 1, width: 1, height: 1 }, 1, 1))).toEqual([4]);
});

test('a view shows its region, a view of a view a part of that', () => {
  const data = Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((value) => [value * 40, 0, 0, 255]));
  const whole = Picture.fromRgba(data, 3, 2);
  const view = new View(whole, { x: 1, y: 0, width: 2, height: 2 }, { width: 4, height: 4 });
  expect([view.width, view.height]).toEqual([4, 4]);
  expect(red(view.sample({ x: 0, y: 0, width: 4, height: 4 }, 2, 2))).toEqual([2, 3, 5, 6]);
  const part = new View(view, { x: 2, y: 2, width: 2, height: 2 }, { width: 1, height: 1 });
  expect(red(part.sample({ x: 0, y: 0, width: 1, height: 1 }, 1, 1))).toEqual([6]);
});
