import { expect, test } from 'vitest';
import type { TaxonId } from '../domain/taxonomy';
import { id } from '../testing/ledger';
import { expectedBirds, monthsOf } from './expected';
import type { LocalBirds } from './priors';

const ROBIN = id('Erithacus rubecula');
const SWIFT = id('Apus apus');
const OSTRICH = id('Struthio camelus');
const CHANCES = new Map<TaxonId, (month: number) => number>([
  [ROBIN, () => 0.4],
  [SWIFT, (month: number) => (month >= 5 && month <= 8 ? 0.2 : 0)],
  [OSTRICH, () => 0.0001],
]);

const local: LocalBirds = {
  chance: (taxon, month) => {
    const probability = CHANCES.get(taxon)?.(month ?? 6);
    return probability === undefined ? null : { probability, share: probability / 0.4 };
  },
  all: (month) => [...CHANCES].map(([taxon, chance]) => [taxon, chance(month ?? 6)] as const),
};

test('the likeliest comes first, and what does not live there is left out', () => {
  expect(expectedBirds(local, 6).map(({ taxon, status }) => [taxon, status])).toEqual([
    [ROBIN, 'expected'],
    [SWIFT, 'expected'],
  ]);
  expect(expectedBirds(local, 1).map(({ taxon }) => taxon)).toEqual([ROBIN]);
});

test('each has its year', () => {
  expect(monthsOf(local, SWIFT)).toEqual([0, 0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0, 0, 0, 0]);
  expect(monthsOf(local, id('Turdus merula'))).toEqual(Array.from({ length: 12 }, () => 0));
});
