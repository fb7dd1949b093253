import { expect, test } from 'vitest';
import { taxonomy } from '../testing/ledger';
import { readLifeList } from './ebird-life-list';

const HEAD =
  'Row #,Taxon Order,Category,Common Name,Scientific Name,Count,Location,S/P,Date,LocID,SubID,Exotic,Countable';
const list = (...rows: string[]): string => [HEAD, ...rows].join('\r\n') + '\r\n';
const row = (category: string, common: string, name: string, date = '17 May 2026', countable = '1'): string =>
  `1,2,${category},${common},${name},1,"Kew Gardens, London",GB-ENG,${date},L1,S1,,${countable}`;

function read(text: string) {
  const result = readLifeList(text, taxonomy);
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}
const names = (text: string) => read(text).birds.map(({ scientificName }) => scientificName);

test('a row of eBird’s becomes a species with day and place', () => {
  const [bird] = read(list(row('species', 'Goldcrest', 'Regulus regulus'))).birds;
  expect(bird).toMatchObject({ scientificName: 'Regulus regulus', day: '2026-05-17', place: 'Kew Gardens, London' });
});

test.each([
  ['issf', 'Setophaga coronata coronata', 'Setophaga coronata'],
  ['issf', 'Setophaga coronata auduboni/nigrifrons', 'Setophaga coronata'],
  ['domestic', 'Anas platyrhynchos (Domestic type)', 'Anas platyrhynchos'],
])('%s "%s" counts as its species', (category, name, species) => {
  expect(names(list(row(category, 'x', name)))).toEqual([species]);
});

test('an old name is mapped to today’s, and said', () => {
  const { birds, renamed } = read(list(row('species', 'Coal Tit', 'Parus ater')));
  expect(birds).toMatchObject([{ scientificName: 'Periparus ater' }]);
  expect(renamed).toMatchObject([{ then: 'Parus ater' }]);
});

test.each([
  ['spuh', 'gull sp.', 'Larus sp.', '1', 'not_a_species'],
  ['hybrid', 'Mallard x Gadwall', 'Anas platyrhynchos x Mareca strepera', '1', 'not_a_species'],
  ['species', 'Indian Peafowl', 'Pavo cristatus', '0', 'not_countable'],
  ['species', 'Snark', 'Nusquam nullus', '1', 'unknown_name'],
])('%s "%s" is left out, with its line and the reason', (category, common, name, countable, why) => {
  const { birds, unmatched } = read(list(row(category, common, name, '17 May 2026', countable)));
  expect(birds).toEqual([]);
  expect(unmatched).toEqual([{ line: 2, name: `${common}, ${name}`, why }]);
});

test.each([
  ['2026-05-17', '2026-05-17'],
  ['3 Jan 2009', '2009-01-03'],
  ['31 Feb 2009', null],
  ['last spring', null],
])('the date "%s" is read as %s', (date, day) => {
  expect(read(list(row('species', 'Goldcrest', 'Regulus regulus', date))).birds[0]!.day).toBe(day);
});

test('another file is refused, and hostile text is only text', () => {
  expect(readLifeList('a,b\n1,2', taxonomy)).toEqual({ ok: false, problem: { code: 'not_a_life_list' } });
  expect(readLifeList('', taxonomy).ok).toBe(false);
  expect(readLifeList(`${list()}${'x'.repeat(11e6)}`, taxonomy)).toMatchObject({ problem: { code: 'too_large' } });
  const open = read(`\uFEFF${HEAD}\n1,2,species,"Gold""crest,<b>,Regulus regulus`);
  expect(open.birds).toEqual([]);
});
