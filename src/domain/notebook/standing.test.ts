import { beforeEach, expect, test } from 'vitest';
import type { Identification } from './kept';
import { standing } from './standing';
import type { TaxonId } from '../taxonomy';

const robin = 'eurrob1' as TaxonId;
const wren = 'winwre4' as TaxonId;
let day = 0;

function said(kind: Identification['kind'], taxon: TaxonId | null, more: Partial<Identification> = {}): Identification {
  day += 1;
  const at = `2026-05-${String(day).padStart(2, '0')}T06:00:00.000Z`;
  return { id: crypto.randomUUID(), observation: 'o', kind, taxon, scientificName: null, by: 'me', at, ...more };
}

beforeEach(() => {
  day = 0;
});

test('until a person speaks, the machine’s last word counts, and stays open', () => {
  const first = said('machine', robin);
  expect(standing([first, said('machine', wren)])).toMatchObject({ taxon: wren, status: 'open' });
});

test('a person’s word decides, whatever a machine says later', () => {
  const list = [said('machine', robin), said('confirmed', robin), said('machine', wren)];
  expect(standing(list)).toMatchObject({ taxon: robin, status: 'confirmed' });
});

test('a correction replaces a confirmation, and undoing it brings that back', () => {
  const correction = said('confirmed', robin);
  const list = [said('machine', wren), correction, said('corrected', wren)];
  expect(standing(list)).toMatchObject({ taxon: wren, status: 'corrected' });
  const undone = [...list, said('undone', null, { undoes: list[2]!.id })];
  expect(standing(undone)).toMatchObject({ taxon: robin, status: 'confirmed' });
});

test('what was rejected counts as no bird', () => {
  expect(standing([said('machine', robin), said('rejected', robin)])).toMatchObject({
    taxon: null,
    status: 'rejected',
  });
});

test('the order of the list does not matter, only the times do', () => {
  const list = [said('machine', robin), said('confirmed', robin)];
  expect(standing(list.toReversed())).toEqual(standing(list));
});
