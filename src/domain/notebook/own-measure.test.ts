import { expect, test } from 'vitest';
import { taxonomy } from '../../testing/ledger';
import { hashOf, keptRecord } from '../../testing/kept-records';
import type { Identification } from './kept';
import { judgedSpecies, labelledSet, ownMeasure } from './own-measure';
import { pageOf, type Page } from './page';

const idOf = (name: string) => taxonomy.find(name)!.id;

/** The app said Goldcrest; then a person spoke, of this bird. */
function page(kind: 'confirmed' | 'corrected' | 'rejected', name: string, later: Identification[] = []): Page {
  const { observation, identifications } = keptRecord(idOf('Regulus regulus'), ['machine', kind]);
  const [machine, word] = identifications as [Identification, Identification];
  const said = { ...word, taxon: idOf(name), scientificName: name };
  return pageOf({ observation, identifications: [machine, said, ...later] });
}

test.each([
  ['confirmed', 'Regulus regulus', true],
  ['corrected', 'Regulus ignicapilla', false],
  ['rejected', 'Regulus regulus', false],
  ['corrected', 'Turdus', false],
] as const)('a species that was %s as %s was right: %s', (kind, name, right) => {
  expect(judgedSpecies(page(kind, name), taxonomy)).toMatchObject({ right });
});

test('a coarser word says nothing on the species, nor does silence', () => {
  expect(judgedSpecies(page('corrected', 'Regulus'), taxonomy)).toBeNull();
  expect(judgedSpecies(pageOf(keptRecord(idOf('Regulus regulus'), ['machine'])), taxonomy)).toBeNull();
});

test('the word that a person judged is the one that was there, not what other models said later', () => {
  const firecrest = idOf('Regulus ignicapilla');
  const later = keptRecord(firecrest, ['machine']).identifications.map((word) => ({
    ...word,
    at: '2026-06-01T05:00:00.000Z',
  }));
  expect(judgedSpecies(page('corrected', 'Regulus ignicapilla', later), taxonomy)).toMatchObject({ right: false });
});

test('what was right and wrong is counted, with the exact bound', () => {
  const pages = Array.from({ length: 59 }, () => page('confirmed', 'Regulus regulus'));
  expect(ownMeasure(pages, taxonomy)).toMatchObject({ n: 59, wrong: 0 });
  expect(ownMeasure(pages, taxonomy).upTo).toBeCloseTo(1 - 0.05 ** (1 / 59), 6);
  const one = [...pages, page('corrected', 'Regulus ignicapilla')];
  expect(ownMeasure(one, taxonomy)).toMatchObject({ n: 60, wrong: 1 });
  expect(ownMeasure([], taxonomy)).toEqual({ n: 0, wrong: 0, upTo: 1 });
});

test('a labelled set has a row for each file of what was said to species, and nothing else', () => {
  const set = labelledSet([page('corrected', 'Regulus ignicapilla'), page('corrected', 'Regulus')], taxonomy);
  expect(set.rows).toHaveLength(1);
  expect(set.rows[0]).toMatchObject({
    scientific_name: 'Regulus ignicapilla',
    photo: `photos/${hashOf('a')}.jpg`,
    place: { date: '2026-05-17' },
  });
  expect(set.files).toEqual([{ path: `photos/${hashOf('a')}.jpg`, sha256: hashOf('a') }]);
});
