import { describe, expect, test } from 'vitest';
import { answered, BOX, detected, ledger, PHOTO } from '../testing/evidence';
import type { Box } from './box';
import type { ImageRef } from './observation';
import { sameSpot, searchesIn, shows, traceToPhoto } from './views';

const CROP = 'photo-1.crop-1' as ImageRef;
const ZOOM = 'photo-1.crop-1.zoom-1' as ImageRef;
const cropped = answered(
  'crop',
  { image: PHOTO, region: BOX, margin: 0.1 },
  { image: CROP, width: 400, height: 300, region: { x: 80, y: 60, width: 400, height: 300 } },
);
const zoomed = answered(
  'zoom_in',
  { image: CROP, region: { x: 100, y: 100, width: 100, height: 100 }, factor: 2 },
  { image: ZOOM, width: 200, height: 200, region: { x: 100, y: 100, width: 100, height: 100 } },
);

describe('where a view lies in its photo', () => {
  test('a region of the photo is itself', () => {
    expect(traceToPhoto([], PHOTO, BOX)).toEqual({ photo: PHOTO, box: BOX });
  });

  test('a whole crop is the region it was cut from', () => {
    expect(traceToPhoto(ledger(cropped), CROP, null).box).toEqual({ x: 80, y: 60, width: 400, height: 300 });
  });

  test('a part of a magnified view of a crop is found through both', () => {
    const traced = traceToPhoto(ledger(cropped, zoomed), ZOOM, { x: 0, y: 0, width: 100, height: 100 });
    expect(traced).toEqual({ photo: PHOTO, box: { x: 180, y: 160, width: 50, height: 50 } });
  });
});

test('birds found in a magnified part are told in pixels of the photo', () => {
  const view = 'photo-1.zoom-1' as ImageRef;
  const half = { x: 400, y: 0, width: 400, height: 400 };
  const closer = answered(
    'zoom_in',
    { image: PHOTO, region: half, factor: 2 },
    { image: view, width: 800, height: 800, region: half },
  );
  const faint = { box: { x: 0, y: 0, width: 80, height: 80 }, score: 0.2 };
  const found = detected([{ x: 200, y: 100, width: 100, height: 60 }], view, [faint]);
  const [glance, search] = searchesIn(ledger(detected([]), closer, found));
  expect(glance).toMatchObject({ photo: PHOTO, part: null, birds: [] });
  const box = { x: 500, y: 50, width: 50, height: 30 };
  expect(search).toMatchObject({ photo: PHOTO, part: half, birds: [{ box }] });
  expect(search?.faint).toEqual([{ box: { x: 400, y: 0, width: 40, height: 40 }, score: 0.2 }]);
});

const bird = { x: 100, y: 100, width: 100, height: 60 };
const moved = (by: number): Box => ({ ...bird, x: bird.x + by });

test.each([
  ['itself', bird, true],
  ['a square around it', { x: 80, y: 60, width: 140, height: 140 }, true],
  ['the photo it is small in', { x: 0, y: 0, width: 800, height: 600 }, false],
  ['a place beside it', moved(120), false],
  ['its head', { x: 180, y: 100, width: 20, height: 20 }, false],
])('a region shows a bird: %s', (_name, region, wanted) => {
  expect(shows(region, bird)).toBe(wanted);
});

test.each([
  [0, true],
  [20, true],
  [60, false],
])('a box moved by %d of its 100 pixels is about the same: %s', (by, wanted) => {
  expect(sameSpot(bird, moved(by))).toBe(wanted);
});
