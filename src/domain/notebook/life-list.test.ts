import { expect, test } from 'vitest';
import { taxonomy } from '../../testing/ledger';
import { keptRecord } from '../../testing/kept-records';
import { birdsWithin, isNew, lifeList, WHOLE_LIFE, type ImportedBird } from './life-list';
import { pageOf, type Page } from './page';

const idOf = (name: string) => taxonomy.find(name)!.id;
const goldcrest = idOf('Regulus regulus');
const firecrest = idOf('Regulus ignicapilla');
const imported = (name: string, day: string | null, place = 'Kew'): ImportedBird => ({
  taxon: idOf(name),
  scientificName: name,
  day,
  place,
});

function page(
  name: string | null,
  day: string,
  kinds: Parameters<typeof keptRecord>[1] = ['machine', 'confirmed'],
): Page {
  return pageOf(keptRecord(name === null ? null : idOf(name), kinds, { observation: { day } }));
}

test('species that a person confirmed or named are on the list, with the first and the last time', () => {
  const pages = [
    page('Regulus regulus', '2026-05-17'),
    page('Regulus regulus', '2024-01-02', ['machine', 'corrected']),
  ];
  const list = lifeList(pages, [], taxonomy);
  expect([...list.keys()]).toEqual([goldcrest]);
  expect(list.get(goldcrest)!.sightings.map(({ day }) => day)).toEqual(['2024-01-02', '2026-05-17']);
});

test.each([
  ['a genus, however sure', page('Regulus', '2026-05-17')],
  ['a family', page('Regulidae', '2026-05-17')],
  ['what only the app has said', page('Regulus regulus', '2026-05-17', ['machine'])],
  ['what was rejected', page('Regulus regulus', '2026-05-17', ['machine', 'rejected'])],
  ['what names no bird', page(null, '2026-05-17', ['machine', 'corrected'])],
])('%s is no species on it', (_, one) => {
  expect(lifeList([one], [], taxonomy).size).toBe(0);
});

test('what another list brings counts once, however often it is read, and under today’s name', () => {
  const robin = imported('Erithacus rubecula', '2011-02-03');
  const old = { ...imported('Periparus ater', null), taxon: 'gone1' as typeof goldcrest, scientificName: 'Parus ater' };
  const list = lifeList([], [robin, robin, old], taxonomy);
  expect([...list.values()].map(({ sightings }) => sightings.length)).toEqual([1, 1]);
  expect(list.has(idOf('Periparus ater'))).toBe(true);
});

test('a species is new with the first page that has it, and never when it was seen before', () => {
  const first = page('Regulus regulus', '2026-05-01');
  const later = page('Regulus regulus', '2026-05-17');
  const list = lifeList([later, first], [], taxonomy);
  expect([isNew(list, goldcrest, first), isNew(list, goldcrest, later)]).toEqual([true, false]);
  expect([isNew(list, goldcrest, null), isNew(list, firecrest, null)]).toEqual([false, true]);
  const long = lifeList([first], [imported('Regulus regulus', '1999-01-01')], taxonomy);
  expect(isNew(long, goldcrest, first)).toBe(false);
});

test('birds of a year, of a month of any year and of a place', () => {
  const pages = [page('Regulus regulus', '2026-05-17'), page('Regulus ignicapilla', '2024-05-02')];
  const list = lifeList(pages, [imported('Erithacus rubecula', '2024-12-01')], taxonomy);
  const names = (filter: Partial<typeof WHOLE_LIFE>): string[] =>
    birdsWithin(list, { ...WHOLE_LIFE, ...filter }).map(({ taxon }) => taxonomy.get(taxon)!.scientificName);
  expect(names({}).length).toBe(3);
  expect(names({ year: '2024' })).toEqual(['Regulus ignicapilla', 'Erithacus rubecula']);
  expect(names({ month: 5 })).toEqual(['Regulus regulus', 'Regulus ignicapilla']);
  expect(names({ place: 'Kew' })).toEqual(['Erithacus rubecula']);
});
