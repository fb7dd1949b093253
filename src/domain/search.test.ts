import { describe, expect, test } from 'vitest';
import { BOX, classification, detected, detection, ledger, PHOTO, photo, quality, taxonomy } from '../testing/ledger';
import type { Box } from './box';
import type { Evidence } from './ledger';
import { CREDIBLE, looksThatCount } from './search';
import { DEFAULT_THRESHOLDS } from './thresholds';
import { decideVerdict } from './verdict-rules';

const FAINT = { box: { x: 500, y: 300, width: 60, height: 60 }, score: 0.2 };
const glimpse = detected([], PHOTO, [FAINT]);
const { width, height } = photo();
const WHOLE: Box = { x: 0, y: 0, width, height };

/** A look at a part of the photo, or all of it. */
function look(first: number, noBird: number, region: Box | null): Evidence {
  const seen = classification({ 'Parus major': first }, { noBird });
  return { ...seen, args: region ? { image: PHOTO, region } : { image: PHOTO } } as Evidence;
}

const just = 1e-6;

describe('a look counts', () => {
  test.each([
    ['at a box of the detector, whatever it says', [detection(), look(0.05, 0.9, BOX)], 1],
    ['where nobody searched', [look(0.05, 0.1, null)], 1],
    ['at a faint box, from three tenths on', [glimpse, look(CREDIBLE.first, 0.1, FAINT.box)], 1],
    ['at a faint box, not below', [glimpse, look(CREDIBLE.first - just, 0.1, FAINT.box)], 0],
    ['at a faint box, not where it may be no bird', [glimpse, look(0.8, CREDIBLE.noBird, FAINT.box)], 0],
    ['of the whole photo, from one half on', [glimpse, look(CREDIBLE.firstOfWhole, 0.1, null)], 1],
    ['of the whole photo, not below', [glimpse, look(CREDIBLE.firstOfWhole - just, 0.1, null)], 0],
    ['of the whole photo by its box, the same', [glimpse, look(CREDIBLE.firstOfWhole - just, 0.1, WHOLE)], 0],
    ['not against a bird elsewhere', [detection(), look(0.2, 0.7, BOX), look(0.9, 0, FAINT.box)], 1],
    ['against a bird at the same place', [detection(), look(0.9, 0, BOX), look(0.2, 0.7, BOX)], 2],
  ] as [string, Evidence[], number][])('%s', (_name, entries, wanted) => {
    expect(looksThatCount(ledger(...entries))).toHaveLength(wanted);
  });
});

test('what the detector gave to the place is kept with the look', () => {
  const found = (entries: Evidence[]) => looksThatCount(ledger(...entries)).map((one) => one.found);
  expect(found([glimpse, look(0.9, 0, FAINT.box)])).toEqual([0.2]);
  expect(found([detection(), look(0.9, 0, BOX)])).toEqual([0.9]);
  expect(found([detected([]), look(0.9, 0, null)])).toEqual([null]);
});

describe('the verdict of a photo in which the detector found no bird', () => {
  const decide = (...entries: Evidence[]) =>
    decideVerdict(ledger(...entries), { taxonomy, thresholds: DEFAULT_THRESHOLDS });

  test('is that none was found, though it was looked at as a whole', () => {
    expect(decide(glimpse, look(0.2, 0.1, FAINT.box), look(0.1, 0.8, null))).toMatchObject({
      rule: 'no_bird_found',
      guess: null,
    });
  });

  test('names what the classifier saw at a faint box, and nothing speaks against it', () => {
    const verdict = decide(glimpse, look(0.2, 0.7, WHOLE), look(0.99, 0, FAINT.box), quality());
    expect(verdict.grain).toBe('species');
    expect(verdict.opposing).toEqual([]);
    expect(verdict.supporting).toEqual([3, 4]);
  });
});
