import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { CommonNames } from '../domain/common-names';
import { atOnce } from '../domain/slices';
import { taxonomy } from '../testing/ledger';
import { NameIndex } from './name-index';
import { searchTaxa } from './search';

const LANGUAGES = 'cs da de en es fi fr it ja ko nl no pl pt-BR pt-PT ru sv tr uk zh'.split(' ');
let index: NameIndex;

beforeAll(() => {
  index = atOnce(NameIndex.build(taxonomy));
  for (const language of LANGUAGES) {
    const table = JSON.parse(readFileSync(`public/taxonomy/names/${language}.json`, 'utf8')) as unknown;
    atOnce(index.add(CommonNames.fromTable(table, taxonomy)));
  }
});

const first = (typed: string): string | undefined => {
  const taxon = searchTaxa(index, typed)[0]?.taxon;
  return taxon && taxonomy.get(taxon)?.scientificName;
};

describe('a bird is found by', () => {
  test.each([
    ['Goldcrest', 'Regulus regulus'],
    ['regulus regulus', 'Regulus regulus'],
    ['Wintergoldhähnchen', 'Regulus regulus'],
    ['wintergoldhaehnchen', 'Regulus regulus'],
    ['Roitelet huppe', 'Regulus regulus'],
    ['キクイタダキ', 'Regulus regulus'],
    ['きくいたたき', 'Regulus regulus'],
    ['Желтоголовый королёк', 'Regulus regulus'],
    ['coopers hawk', 'Astur cooperii'],
    ['black capped chick', 'Poecile atricapillus'],
    ['Parus ater', 'Periparus ater'],
  ])('any of its names: %s', (typed, wanted) => {
    expect(first(typed)).toBe(wanted);
  });

  test.each([
    ['goldcrst', 'Regulus regulus'],
    ['blakbird eurasian', 'Turdus merula'],
    ['barn swalow', 'Hirundo rustica'],
    ['Blaumiese', 'Cyanistes caeruleus'],
    ['regulus reguls', 'Regulus regulus'],
    ['roitelet hupé', 'Regulus regulus'],
    ['キイクタダキ', 'Regulus regulus'],
    ['желтоголовй королёк', 'Regulus regulus'],
    ['상솔모새', 'Regulus regulus'],
  ])('a name with a slip: %s', (typed, wanted) => {
    expect(first(typed)).toBe(wanted);
  });

  test.each([
    ['swallow barn', 'Hirundo rustica'],
    ['tit great', 'Parus major'],
  ])('its words in another order: %s', (typed, wanted) => {
    expect(first(typed)).toBe(wanted);
  });

  test.each([
    ['Regulus', 'Regulus'],
    ['Regulidae', 'Regulidae'],
    ['kinglets', 'Regulidae'],
  ])('its genus or family: %s', (typed, wanted) => {
    expect(first(typed)).toBe(wanted);
  });
});

test('of two birds that fit alike the likelier one here comes first', () => {
  const american = taxonomy.find('Turdus migratorius')!.id;
  const european = taxonomy.find('Erithacus rubecula')!.id;
  const order = (here: string): string[] =>
    searchTaxa(index, 'robin', { likelihood: (taxon) => (taxon === here ? 1 : 0) }).map(({ taxon }) => taxon);
  expect(order(american)[0]).toBe(american);
  expect(order(european)[0]).toBe(european);
});

test('an abandoned or senseless word finds nothing, and one bird is listed once', () => {
  expect(searchTaxa(index, '  ')).toEqual([]);
  expect(searchTaxa(index, 'zzzzqqqqxx')).toEqual([]);
  const found = searchTaxa(index, 'robin', { most: 40 }).map(({ taxon }) => taxon);
  expect(new Set(found).size).toBe(found.length);
});

test('130,000 names are searched within a moment, with slips or without', () => {
  const LONG_MS = 250;
  const took = (typed: string): number => {
    const began = performance.now();
    searchTaxa(index, typed);
    return performance.now() - began;
  };
  for (const typed of ['r', 'robin', 'goldcrst', 'zzzzqqqqxx']) {
    // The quickest of five: the machine may be busy with other things.
    const quickest = Math.min(...Array.from({ length: 5 }, () => took(typed)));
    expect(quickest, typed).toBeLessThan(LONG_MS);
  }
});
