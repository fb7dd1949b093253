import { describe, expect, test } from 'vitest';
import type { ImageRef } from '../domain/observation';
import { decideVerdict } from '../domain/verdict-rules';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import {
  answered,
  BOX,
  classification,
  detection,
  heard,
  id,
  ledger,
  observation,
  PHOTO,
  place,
  quality,
  recording,
  taxonomy,
} from '../testing/ledger';
import { packsIn, ruledOut, stanceOf, subjectOf, traceToPhoto } from './reading';

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

describe('the bird that a run is about', () => {
  const { photos } = observation();

  test('is the one the observer chose', () => {
    const focus = { x: 1, y: 2, width: 30, height: 40 };
    const chosen = photos.map((photo) => ({ ...photo, focus }));
    expect(subjectOf(ledger(detection(), quality()), chosen)).toEqual({ photo: PHOTO, box: focus });
  });

  test('else the one that was looked at', () => {
    expect(subjectOf(ledger(detection(2), quality()), photos)).toEqual({ photo: PHOTO, box: BOX });
  });

  test('else the whole first photo', () => {
    expect(subjectOf(ledger(detection(0)), photos)).toEqual({ photo: PHOTO, box: null });
  });
});

test('what was put forward and not kept is listed once, likeliest first, with what the place said', () => {
  const entries = ledger(
    detection(),
    quality(),
    classification({ 'Regulus regulus': 0.9, 'Regulus satrapa': 0.05, 'Parus major': 0.004 }),
    place({ 'Regulus regulus': 0.5, 'Regulus satrapa': 0 }),
  );
  const verdict = decideVerdict(entries, { taxonomy, thresholds: DEFAULT_THRESHOLDS });
  expect(ruledOut(entries, verdict)).toEqual([
    { taxon: id('Regulus satrapa'), probability: 0.05, range: 'out_of_range' },
  ]);
});

test('an entry speaks for or against as the verdict counted it, and is missing where it has no answer', () => {
  const entries = ledger(
    detection(),
    quality({ grade: 'marginal', reasons: ['soft'] }),
    classification({ 'Parus major': 0.99 }),
  );
  const verdict = decideVerdict(entries, { taxonomy, thresholds: DEFAULT_THRESHOLDS });
  expect(entries.map((entry) => stanceOf(entry, verdict))).toEqual(['for', 'against', 'for']);
  expect(stanceOf({ kind: 'skipped', id: 9, tool: 'geo_prior', reason: 'budget_spent' }, verdict)).toBe('missing');
});

test('the packs of a run are those whose models answered, each once, not the one that came with the app', () => {
  const by = (pack: string) => ({ pack, version: '1.0.0', file: 'a.onnx', sha256: '0123456789ab', provider: 'wasm' });
  const heardBy = { ...heard({ 'Regulus regulus': 0.9 }), model: by('field-sound') };
  const placedBy = { ...place({ 'Regulus regulus': 0.5 }), model: by('starter') };
  expect(packsIn(ledger(recording(), heardBy, heardBy, placedBy)).map(({ pack }) => pack)).toEqual([
    'field-sound',
    'starter',
  ]);
  expect(packsIn(ledger(recording(), heardBy))).toEqual([{ pack: 'field-sound', version: '1.0.0' }]);
  expect(packsIn(ledger(recording()))).toEqual([]);
});
