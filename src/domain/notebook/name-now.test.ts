import { expect, test } from 'vitest';
import type { TaxonId } from '../taxonomy';
import { taxonomy } from '../../testing/ledger';
import { nameChange, taxonNow } from './name-now';

const goldcrest = taxonomy.find('Regulus regulus')!;

test.each([
  ['as today', goldcrest.id, 'Regulus regulus', 'Regulus regulus', null],
  ['under an older name', goldcrest.id, 'Motacilla regulus', 'Regulus regulus', 'renamed'],
  ['as a bird that is part of another today', 'hoared1', 'Acanthis hornemanni', 'Acanthis flammea', 'merged'],
  ['as one that today’s list lacks', 'nobird1', 'Nusquam nullus', null, 'unknown'],
])('a bird that was noted %s', (_, taxon, scientificName, now, change) => {
  const named = { taxon: taxon as TaxonId, scientificName };
  expect(taxonNow(named, taxonomy)?.scientificName ?? null).toBe(now);
  expect(nameChange(named, taxonomy)).toBe(change);
});

test('a word that names no bird cannot change', () => {
  expect(nameChange({ taxon: null, scientificName: null }, taxonomy)).toBeNull();
});
