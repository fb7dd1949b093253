import { expect, test } from 'vitest';
import type { ImageRef } from '../../domain/observation';
import { answered, BOX, classification, detection, ledger, observation, PHOTO } from '../../testing/ledger';
import { partsOf } from '../parts';
import { expand, shorten } from './references';
import { argumentsSchema } from '../../tools/json-schema';
import { spotOf } from './spots';

const FAINT = { x: 300, y: 200, width: 40, height: 30 };
const glance = answered(
  'detect_bird',
  { image: PHOTO },
  { count: 0, birds: [], largest: null, bestBelow: 0.2, faint: [{ box: FAINT, score: 0.2 }] },
);
const seen = (...entries: Parameters<typeof ledger>) => ({ observation: observation(), ledger: ledger(...entries) });

test('the surest faint box is one word until somebody has looked there; then it is where the last look was', () => {
  const before = seen(glance);
  expect(spotOf('faint', PHOTO, before)).toEqual(FAINT);
  const call = { image: PHOTO, region: FAINT };
  expect(shorten(call, argumentsSchema('classify_image'), before)).toEqual({ image: PHOTO, region: 'faint' });
  expect(expand({ image: PHOTO, region: 'faint' }, before)).toEqual({ args: call });
  const look = { ...classification({ 'Regulus regulus': 0.2 }), args: call };
  const after = seen(glance, look as never);
  expect(spotOf('faint', PHOTO, after)).toBeNull();
  expect(spotOf('here', PHOTO, after)).toEqual(FAINT);
});

test('parts come one after the other, once the whole photo was searched', () => {
  const [first, second] = partsOf(observation().photos[0]!);
  expect(spotOf('part', PHOTO, seen())).toBeNull();
  expect(spotOf('part', PHOTO, seen(glance))).toEqual(first);
  const view = { image: 'photo-1.zoom-1' as ImageRef, width: 900, height: 900, region: first! };
  const zoomed = answered('zoom_in', { image: PHOTO, region: first!, factor: 2 }, view);
  expect(spotOf('part', PHOTO, seen(glance, zoomed))).toEqual(second);
});

test('a photo in which a bird was found at once has no other places but its parts', () => {
  expect(spotOf('faint', PHOTO, seen(detection()))).toBeNull();
  expect(spotOf('found', PHOTO, seen(detection()))).toBeNull();
  expect(shorten({ image: PHOTO, region: BOX }, argumentsSchema('crop'), seen(detection()))).toMatchObject({
    region: 'largest',
  });
});
