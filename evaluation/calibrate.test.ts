import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { item, record } from './testing';
import { classification, detection, id, ledger, noPlace, place, quality, taxonomy } from '../src/testing/ledger';
import { ledgerIn } from './record';
import { fitCalibration, fitTemperature, halves, judgeAll, thresholdsOf, type Case } from './calibrate';

const SPECIES = ['Regulus regulus', 'Parus major', 'Corvus corax'];
const labels = { image: SPECIES.map((name) => id(name)) };
const context = {
  ...{ taxonomy, labels, kind: 'logits' as const, base: DEFAULT_THRESHOLDS, modality: 'image' as const },
  risk: { species: 0.01, coarser: 0.02, misled: 0.03, outside: 0.03 },
};

/** An item that the classifier takes for a goldcrest with this share; its raw outputs say the same. */
function seen(index: number, truth: string, share: number): Case {
  const entries = (where: ReturnType<typeof noPlace>) =>
    ledger(detection(), quality(), classification({ 'Regulus regulus': share }), where);
  const rest = Math.log((1 - share) / 2);
  const scores = [{ entry: 3, tool: 'classify_image', values: [Math.log(share), rest, rest] }];
  const run = (where: ReturnType<typeof noPlace>) => record(`item-${index}`, entries(where), { scores });
  return {
    item: item(truth, { id: `item-${index}` }),
    own: [run(place({ 'Regulus regulus': 0.5 }))],
    none: [run(noPlace())],
    far: [run(place({ 'Regulus regulus': 0.5 }))],
  };
}

/** The same at places where no goldcrest lives. */
function elsewhere({ none: [run], item: { id: name } }: Case): Pick<Case, 'own' | 'far'> {
  const entries = ledgerIn(run!).slice(0, 3);
  const away = record(name, ledger(...entries, place({ 'Regulus regulus': 0.0001 })), { scores: run!.scores });
  return { own: [away], far: [away] };
}

/** 200 right ones at 0.99, and wrong ones as sure as 0.9. */
const cases = [
  ...Array.from({ length: 200 }, (_, index) => seen(index, 'Regulus regulus', 0.99)),
  ...Array.from({ length: 20 }, (_, index) => seen(200 + index, 'Parus major', 0.9)),
];

describe('a calibration', () => {
  test('asks for more than the wrong ones have, and leaves the right ones their species', () => {
    const fit = fitCalibration(cases, context, 1);
    const judged = judgeAll(cases, 'own', thresholdsOf(fit, context), context);
    expect(judged.filter((one) => one.overclaim)).toHaveLength(0);
    expect(judged.filter((one) => one.grain === 'species')).toHaveLength(200);
    expect(fit.visualFloor).toBeGreaterThan(0.9);
    expect(fit.visualFloor).toBeLessThan(0.99);
  });

  test('asks of the pictures what would do if every place held the look-alike, whichever were drawn', () => {
    const ruledOut = cases.map((one) =>
      one.item.truth === id('Regulus regulus') ? one : { ...one, ...elsewhere(one) },
    );
    const { visualFloor } = fitCalibration(ruledOut, context, 1);
    expect(visualFloor).toBeGreaterThan(0.9);
    expect(visualFloor).toBeLessThan(0.99);
  });

  test('raises the bar where too many are wrong at their own places, though the pictures alone would do', () => {
    const few = cases.slice(0, 204).map((one) => ({ ...one, far: elsewhere(one).far }));
    const { visualFloor, bars } = fitCalibration(few, context, 1);
    expect(visualFloor).toBeLessThan(0.9);
    expect(bars.species).toBeGreaterThan(0.9);
    expect(bars.species).toBeLessThan(0.99);
  });

  test('lets further items settle what a few cannot', () => {
    const [small, further] = [cases.slice(150, 210), cases.slice(0, 150)];
    expect(fitCalibration(small, context, 1).visualFloor).toBeGreaterThan(0.9);
    const lax = { ...context, risk: { ...context.risk, species: 0.06, misled: 0.06 } };
    expect(fitCalibration(small, lax, 1).visualFloor).toBeGreaterThan(0.9);
    expect(fitCalibration(small, { ...lax, further }, 1).visualFloor).toBeLessThan(0.9);
  });

  test('allows as many wrong ones as the stated risk, and no more', () => {
    const lax = fitCalibration(
      cases,
      { ...context, risk: { species: 0.2, coarser: 0.2, misled: 0.2, outside: 0.2 } },
      1,
    );
    const judged = judgeAll(cases, 'own', thresholdsOf(lax, context), context);
    expect(judged.filter((one) => one.overclaim)).toHaveLength(20);
    expect(lax.bars.species).toBeLessThan(0.9);
  });

  test('counts an item by the share of its drawn places that make it wrong', () => {
    const [lifted, kept] = [seen(300, 'Corvus corax', 0.97).far, seen(300, 'Corvus corax', 0.6).far];
    const floor = (places: Case['far']) => {
      const further = [300, 301].map((index) => ({ ...seen(index, 'Corvus corax', 0.97), own: places, far: places }));
      return fitCalibration(cases, { ...context, further }, 1).visualFloor;
    };
    // Two of 222 in half of their places are one; in all of them they are more than 1 in 100.
    expect(floor([...lifted, ...kept])).toBeLessThan(0.97);
    expect(floor(lifted)).toBeGreaterThan(0.97);
  });

  test('asks for more without a place where birds that no label stands for are taken for one of them', () => {
    const further = Array.from({ length: 60 }, (_, index) => seen(index, 'Regulus ignicapilla', 0.98));
    const judged = (context_: typeof context) => {
      const fit = fitCalibration(cases, context_, 1);
      return judgeAll(further, 'none', thresholdsOf(fit, context_), context_).filter((one) => one.overclaim).length;
    };
    expect(judged(context)).toBe(60);
    expect(judged({ ...context, further } as typeof context)).toBeLessThanOrEqual(1);
  });

  test('promises nothing on the birds outside the labels where there are too few to tell', () => {
    const few = Array.from({ length: 10 }, (_, index) => seen(index, 'Regulus ignicapilla', 0.98));
    const { noPlace } = fitCalibration(cases, { ...context, further: few.map((one) => ({ ...one, far: [] })) }, 1);
    expect(noPlace).toBe(fitCalibration(cases, context, 1).noPlace);
  });

  test('of too few items asks for all but certainty: nothing can be promised on them', () => {
    expect(fitCalibration(cases.slice(0, 50), context, 1).bars.species).toBeGreaterThan(0.99);
  });

  test('cools a classifier that is right more often than it says', () => {
    const timid = Array.from({ length: 40 }, (_, index) => seen(index, 'Regulus regulus', 0.6));
    expect(fitTemperature(timid, context)).toBeLessThan(0.3);
  });

  test('splits into halves that share nothing and hang on the seed', () => {
    const [one, other] = halves(cases, 1);
    expect(new Set([...one, ...other]).size).toBe(220);
    expect(one).toHaveLength(110);
    expect(halves(cases, 1)[0]).toEqual(one);
    expect(halves(cases, 2)[0]).not.toEqual(one);
  });
});
