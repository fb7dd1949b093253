import { expect, test } from 'vitest';
import { pageOf, type Page } from '../../domain/notebook/page';
import type { Identification } from '../../domain/notebook/kept';
import { ZURICH } from '../../testing/evidence';
import { keptRecord } from '../../testing/kept-records';
import { taxonomy } from '../../testing/ledger';
import { Digest, found, NO_FILTERS, type Filters, type Row } from './digest';

const ENGLISH: Record<string, string> = { goldcr1: 'Goldcrest', eurrob1: 'European Robin' };
const names = { common: (id: string) => (ENGLISH[id] === undefined ? null : { text: ENGLISH[id], language: 'en' }) };

function page(
  taxon: string | null,
  kinds: readonly Identification['kind'][],
  changes: Parameters<typeof keptRecord>[2] = {},
  machine: Partial<NonNullable<Identification['machine']>> = {},
): Page {
  const { observation, identifications } = keptRecord(taxon, kinds, changes);
  for (const one of identifications) if (one.machine) Object.assign(one.machine, machine);
  return pageOf({ observation, identifications });
}

const robin = page('eurrob1', ['machine', 'confirmed']);
const wren = page('winwre4', ['machine'], {
  time: null,
  observation: { day: '2026-11-02', place: { ...ZURICH, name: 'Müllheim, Baden' }, note: 'under the bench' },
});
const kinglet = page('Regulus', ['machine'], { observation: { day: null, place: null } }, { grain: 'genus' });
const stray = page('goldcr1', ['machine'], {}, { range: 'out_of_range' });
const nothing = page(null, ['machine'], {}, { grain: 'abstain' });
const refused = page('goldcr1', ['machine', 'rejected']);
const pages = [robin, wren, kinglet, stray, nothing, refused];
const rows = new Digest(taxonomy, names).rows(pages);

const pagesOf = (list: readonly Row[]): Page[] => list.map((row) => row.page);
const by = (filters: Partial<Filters>): Page[] => pagesOf(found(rows, { ...NO_FILTERS, ...filters }));
const set = (list: readonly Page[]): Set<Page> => new Set(list);

test('the newest is first; what has no day stands where it was kept', () => {
  expect(pagesOf(rows)[0]).toBe(wren);
  expect(rows.find((row) => row.page === kinglet)?.day).toBe('2026-05-17');
});

test.each([
  ['robin', [robin]],
  ['erithacus', [robin]],
  ['rob europ', [robin]],
  ['troglodytidae', [wren]],
  ['muellheim', [wren]],
  ['bench', [wren]],
  ['2026-11', [wren]],
  ['regul', [kinglet, stray, refused]],
  ['obin', []],
  ['robin wren', []],
])('"%s" finds what has words that begin so', (words, expected) => {
  expect(set(by({ words }))).toEqual(set(expected));
});

test('filters are of species, family, place, month and how sure', () => {
  expect(by({ species: 'eurrob1' })).toEqual([robin]);
  // A genus is no species, and a family holds its genera.
  expect(set(by({ family: 'Regulidae' }))).toEqual(set([kinglet, stray, refused]));
  expect(by({ place: 'Müllheim, Baden' })).toEqual([wren]);
  expect(by({ month: 11 })).toEqual([wren]);
  expect(set(by({ sureness: 'sure' }))).toEqual(set([robin, wren, stray]));
  expect(set(by({ sureness: 'unsure' }))).toEqual(set([kinglet, nothing, refused]));
  expect(set(by({ sureness: 'check' }))).toEqual(set([kinglet, nothing, stray]));
  expect(by({ sureness: 'check', words: 'goldcrest' })).toEqual([stray]);
});

test('only pages that changed are read again', () => {
  const digest = new Digest(taxonomy, names);
  const [first] = digest.rows([robin, wren]);
  expect(digest.rows([page('eurrob1', ['machine']), wren])[0]).toBe(first);
});
