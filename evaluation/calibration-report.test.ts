import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { item, record } from './testing';
import { classification, detection, id, ledger, noPlace, place, quality, taxonomy } from '../src/testing/ledger';
import { halves, type Case } from './calibrate';
import { describeCalibration } from './calibration-page';
import { runCalibration } from './calibration-report';

const GOLDCREST = 'Regulus regulus';
const HALF = 110;
const WRONG = 5;

/** An item that looks like a goldcrest with this share, at a place where goldcrests live. */
function seen(index: number, truth: string, share: number): Case {
  const run = (where: ReturnType<typeof noPlace>) => [
    record(`item-${index}`, ledger(detection(), quality(), classification({ [GOLDCREST]: share }), where)),
  ];
  const here = run(place({ [GOLDCREST]: 0.5 }));
  return { item: item(truth, { id: `item-${index}` }), own: here, none: run(noPlace()), far: here };
}

/** In each half 105 goldcrests at 0.99 and five great tits: taken for one at 0.9 in the first half, at 0.97 in the second. */
function twoHalves(): Case[] {
  const order = halves([...Array(2 * HALF).keys()], 1);
  const cases: Case[] = [];
  for (const [half, indices] of order.entries()) {
    for (const [at, index] of indices.entries()) {
      cases[index] = at < WRONG ? seen(index, 'Parus major', half === 0 ? 0.9 : 0.97) : seen(index, GOLDCREST, 0.99);
    }
  }
  return cases;
}

const RISK = { species: 0.01, coarser: 0.03, misled: 0.03, outside: 0.03 };
const result = runCalibration(twoHalves(), {
  ...{ taxonomy, labels: { image: [id(GOLDCREST), id('Parus major')] }, kind: 'logits', modality: 'image' },
  ...{ base: DEFAULT_THRESHOLDS, risk: RISK, keepTemperature: true, seed: 1, set: 'set', today: '2026-11-18' },
  before: { temperature: 1, fitted: { on: 'nothing', n: 0, date: '2026-11-18', ece: null } },
});

describe('a calibration is reported on items that its fit did not see', () => {
  test('the fit of one half asks for more than its own wrong ones have, and knows nothing of the other', () => {
    expect(result.fit.visualFloor).toBeGreaterThan(0.9);
    expect(result.fit.visualFloor).toBeLessThan(0.97);
    expect(result.swapped.visualFloor).toBeGreaterThan(0.97);
  });

  test('so the five surer ones of the second half are wrong by the fit of the first, and are counted', () => {
    expect(result.heldOut.own.all).toMatchObject({ n: HALF, overclaim: { hits: WRONG }, precision: { hits: 105 } });
    expect(result.pooled.own.all).toMatchObject({ n: 2 * HALF, overclaim: { hits: WRONG }, precision: { hits: 210 } });
    expect(result.against.toolFloor).toMatchObject({ declared: 2 * HALF, overclaim: (2 * WRONG) / (2 * HALF) });
  });

  test('what goes into the manifest says what it was fitted to, on what, and how it held', () => {
    expect(result.entry).toMatchObject({
      ...{ bars: result.fit.bars, visualFloor: result.fit.visualFloor, raise: { no_place: result.fit.noPlace } },
      risk: { most: 0.01, wrong: WRONG, n: HALF, on: 'the other half of set, seed 1', date: '2026-11-18' },
    });
    // Five of 110, by scipy's binomtest.
    expect(result.entry.risk?.upper).toBeCloseTo(0.0932, 4);
  });

  test('at the same places wrong ones add nothing', () => {
    expect(result.misplaced).toEqual({ value: 0, low: 0, high: 0 });
  });

  test('the page has a row for each condition', () => {
    const title = { pack: 'kit', set: 'set', command: 'x', today: '2026-11-18', risk: RISK };
    const page = describeCalibration(result, { ...title, draws: 1, further: 0, written: true });
    expect(page).toContain('| both halves, each by the fit of the other: with a place | 220 |');
    expect(page).toContain('5 (2.3 %, at most');
  });
});
