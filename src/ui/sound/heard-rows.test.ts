import { expect, test } from 'vitest';
import { id, taxonomy } from '../../testing/ledger';
import { oneRowABird } from './heard-rows';
import type { HeardName } from './live-ear.svelte';

const CHIFFCHAFF = id('Phylloscopus collybita');
const WILLOW_WARBLER = id('Phylloscopus trochilus');

const isWithin = (species: string, taxon: string): boolean => {
  const { genus, family } = taxonomy.get(species) ?? {};
  return taxon === genus || taxon === family;
};

function name(taxon: string, grain: HeardName['grain'], last: number, singing = false) {
  return { taxon: taxon as HeardName['taxon'], grain, probability: 0.9, last, singing };
}

test('a genus or a family that a named species explains is not a row of its own', () => {
  const heard = [
    name(CHIFFCHAFF, 'species', 9),
    name('Phylloscopus', 'genus', 12, true),
    name('Phylloscopidae', 'family', 6),
  ];
  expect(oneRowABird(heard, isWithin)).toEqual([name(CHIFFCHAFF, 'species', 12, true)]);
});

test('a family that no named bird belongs to stays', () => {
  const heard = [name(CHIFFCHAFF, 'species', 9), name('Paridae', 'family', 6)];
  expect(oneRowABird(heard, isWithin)).toEqual(heard);
});

test('two species of a genus are two birds, and neither sings because the genus does', () => {
  const heard = [
    name(CHIFFCHAFF, 'species', 9),
    name(WILLOW_WARBLER, 'species', 6),
    name('Phylloscopus', 'genus', 12, true),
  ];
  expect(oneRowABird(heard, isWithin)).toEqual(heard.slice(0, 2));
});
