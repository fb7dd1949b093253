import { describe, expect, test } from 'vitest';
import { answers } from '../src/domain/ledger';
import { classification, id, taxonomy } from '../src/testing/ledger';
import {
  astrayCases,
  photoCases,
  UNLABELLED_BIRDS,
  unlabelledPart,
  type LocalList,
  type PhotoModel,
} from './judgement/worlds';
import { record } from './testing';

const [KNOWN, STRANGER] = [id('Regulus regulus'), id('Regulus ignicapilla')];
const model: PhotoModel = {
  ...{ labels: [KNOWN, 'no_bird'], kind: 'probabilities', temperature: 1, taxonomy },
  geoKnows: new Set([KNOWN, STRANGER]),
  withheld: new Set([STRANGER]),
};
const photos = [KNOWN, KNOWN, KNOWN, STRANGER].map((truth, at) => ({
  ...{ record: record(`photo ${at}`, []), truth, counts: true },
}));
const list: LocalList = {
  month: 5,
  birds: [
    [KNOWN, 0.3, 1],
    [STRANGER, 0.1, 1 / 3],
  ],
};
const nowhere = () => ({ own: [], far: null });

describe('birds without a label', () => {
  test('weigh the stated part of the birds, however many of them the set holds', () => {
    const cases = photoCases(photos, nowhere, model, { ...UNLABELLED_BIRDS, unlabelled: 0.6 });
    const weight = (truth: string) =>
      cases.filter((one) => one.truth === truth).reduce((sum, { share }) => sum + share, 0);
    expect(weight(STRANGER)).toBeCloseTo(0.6 * photos.length);
    expect(weight(KNOWN)).toBeCloseTo(0.4 * photos.length);
  });

  test('keep that weight where every place is wrong, though nothing is fitted on it', () => {
    const places = () => ({ own: [], far: list });
    const cases = astrayCases(photos, places, model, { ...UNLABELLED_BIRDS, unlabelled: 0.6 });
    expect(cases.map(({ share }) => share)).toEqual([0, 0, 0, 0]);
    expect(cases.find(({ truth }) => truth === STRANGER)?.weight).toBeCloseTo(2.4);
  });

  test('are as common as the birds of the places that the labels miss', () => {
    expect(unlabelledPart([list, null], model)).toBeCloseTo(0.25);
  });

  test('and other withheld birds are looked at with a part of the temperature, because a network is surer of what it never saw', () => {
    const look = classification({ 'Regulus regulus': 0.7 });
    const scores = [{ entry: look.id, tool: 'classify_image', values: [0.7, 0.3] }];
    const seen = [KNOWN, STRANGER].map((truth) => ({ record: record(truth, [look], { scores }), truth, counts: true }));
    const cases = photoCases(seen, nowhere, model, { ...UNLABELLED_BIRDS, sharper: 0.5 });
    const shareFor = (truth: string) => {
      const { ledger } = cases.find((one) => one.truth === truth)!;
      return answers(ledger, 'classify_image')[0]!.payload.candidates[0]!.probability;
    };
    expect(shareFor(KNOWN)).toBeCloseTo(0.7);
    expect(shareFor(STRANGER)).toBeCloseTo(0.49 / (0.49 + 0.09));
  });

  test('are judged by weights that never met their species', () => {
    const groups = photoCases(photos, nowhere, model, UNLABELLED_BIRDS).map(({ group }) => group);
    expect(new Set(groups)).toEqual(new Set([KNOWN, STRANGER]));
  });
});
