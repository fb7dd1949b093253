import { describe, expect, test } from 'vitest';
import type { Box } from '../domain/box';
import type { Evidence } from '../domain/ledger';
import { decideVerdict } from '../domain/verdict-rules';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import {
  BOX,
  classification,
  detected,
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
import { birdsIn, packsIn, ruledOut, stanceOf, subjectOf } from './reading';

describe('the birds that the screen draws', () => {
  const faint = { box: { x: 500, y: 300, width: 60, height: 60 }, score: 0.2 };
  const look = (noBird: number, box = faint.box) => ({
    ...classification({ 'Parus major': 1 - noBird }, { noBird }),
    args: { image: PHOTO, region: box },
  });

  test.each([
    ['what the detector was sure of', [detection(2)], [BOX]],
    ['nothing faint that nobody looked at', [detected([], PHOTO, [faint])], []],
    ['a faint box that the classifier knows for a bird', [detected([], PHOTO, [faint]), look(0.01)], [faint.box]],
    ['no faint box that is no bird', [detected([], PHOTO, [faint]), look(0.9)], []],
    ['a box that is no bird, where there is nothing better', [detection(), look(0.9, BOX)], [BOX]],
  ] as [string, Evidence[], Box[]][])('%s', (_name, entries, boxes) => {
    expect(birdsIn(ledger(...entries), PHOTO).map(({ box }) => box)).toEqual(boxes);
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
  const heardBy = { ...heard({ 'Regulus regulus': 0.9 }), model: by('sound') };
  const placedBy = { ...place({ 'Regulus regulus': 0.5 }), model: by('starter') };
  expect(packsIn(ledger(recording(), heardBy, heardBy, placedBy)).map(({ pack }) => pack)).toEqual([
    'sound',
    'starter',
  ]);
  expect(packsIn(ledger(recording(), heardBy))).toEqual([{ pack: 'sound', version: '1.0.0' }]);
  expect(packsIn(ledger(recording()))).toEqual([]);
});
