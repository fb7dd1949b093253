import { expect, it } from 'vitest';
import type { ImageRef } from '../domain/observation';
import { answered, BOX, detection, failedCall, ledger, observation, PHOTO } from '../testing/ledger';
import { sightOf } from './sight';

const VIEW = 'photo-1.crop-1' as ImageRef;
const cropped = answered(
  'crop',
  { image: PHOTO, region: BOX, margin: 0.1 },
  { image: VIEW, width: 300, height: 200, region: BOX },
);

it('a policy that sees is shown the photo first, then the view that was made last', () => {
  expect(sightOf({ observation: observation(), ledger: [] })).toEqual({ image: PHOTO, region: null });
  const later = failedCall('zoom_in', { image: PHOTO, region: BOX, factor: 2 }, 'region_outside_image');
  const entries = ledger(detection(), cropped, later);
  expect(sightOf({ observation: observation(), ledger: entries })).toEqual({ image: VIEW, region: null });
});

it('it is shown the bird that the observer chose', () => {
  const [photo] = observation().photos;
  const chosen = observation({ photos: [photo!, { ...photo!, ref: 'photo-2' as ImageRef, focus: BOX }] });
  expect(sightOf({ observation: chosen, ledger: [] })).toEqual({ image: 'photo-2', region: BOX });
});

it('it sees nothing where there are only sounds', () => {
  expect(sightOf({ observation: observation({ photos: [] }), ledger: [] })).toBeNull();
});
