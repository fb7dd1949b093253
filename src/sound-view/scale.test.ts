import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clockLabel,
  firstZoom,
  frequencyTicks,
  nextZoom,
  tilesFor,
  timeLabel,
  timeStep,
  timeTicks,
  TILE_WIDTH,
} from './scale';

test('a call of two seconds fills the screen, an hour scrolls', () => {
  expect(firstZoom(2, 360)).toBe(180);
  expect(firstZoom(3600, 360)).toBe(80);
});

test('zooming ends at the coarsest and the finest step', () => {
  expect(nextZoom(320, 1)).toBe(320);
  expect(nextZoom(2.5, -1)).toBe(2.5);
  expect(nextZoom(100, 1)).toBe(160);
  expect(nextZoom(100, -1)).toBe(80);
});

test('labels of the time axis keep apart at every zoom', () => {
  for (const zoom of [2.5, 10, 40, 80, 123, 320]) expect(timeStep(zoom) * zoom).toBeGreaterThanOrEqual(64);
});

test('ticks lie on round seconds, inside the stretch', () => {
  expect(timeTicks(0.4, 2.1, 0.5)).toEqual([0.5, 1, 1.5, 2]);
  expect(timeTicks(60, 120, 30)).toEqual([60, 90, 120]);
});

test('the frequency axis is in kHz and ends where the recording does', () => {
  expect(frequencyTicks(12_000)).toEqual([0, 2, 4, 6, 8, 10, 12]);
  expect(frequencyTicks(4000)).toEqual([0, 1, 2, 3, 4]);
});

test.each([
  [0, 1, '0'],
  [7.5, 0.5, '7.5'],
  [127, 1, '2:07'],
  [62.5, 0.5, '1:02.5'],
  [3727, 1, '1:02:07'],
])('%d s with marks every %d s reads %s', (seconds, step, label) => {
  expect(timeLabel(seconds, step)).toBe(label);
});

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [127, '2:07'],
  [3727, '1:02:07'],
])('a clock shows %d s as %s', (seconds, label) => {
  expect(clockLabel(seconds)).toBe(label);
});

test('whatever is on the screen is covered by tiles, and few of them, even in three hours', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 10_800, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(2.5, 20, 80, 320),
      (seconds, share, zoom) => {
        const width = 800;
        const left = share * Math.max(0, seconds * zoom - width);
        const tiles = tilesFor(left, width, zoom, seconds);
        expect(tiles[0]!.from * zoom).toBeLessThanOrEqual(left + 1e-6);
        expect(tiles.at(-1)!.to * zoom).toBeGreaterThanOrEqual(Math.min(left + width, seconds * zoom) - 1e-6);
        expect(tiles.length).toBeLessThanOrEqual(Math.ceil(width / TILE_WIDTH) + 3);
      },
    ),
  );
});
