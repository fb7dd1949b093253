import type { ImportedBird } from '../domain/notebook/life-list';
import { isDay } from '../domain/observation';
import type { Taxonomy } from '../domain/taxonomy';
import { parseCsv } from './csv';

/** Why a row is on no list of species here. */
export type Unmatched = 'not_a_species' | 'not_countable' | 'unknown_name';

export interface LifeListFile {
  birds: ImportedBird[];
  /** Species under a name that is another today. */
  renamed: { then: string; taxon: ImportedBird['taxon'] }[];
  unmatched: { line: number; name: string; why: Unmatched }[];
}

export type LifeListResult =
  { ok: true; value: LifeListFile } | { ok: false; problem: { code: 'not_a_life_list' | 'too_large' } };

/** Bytes: all birds of the world are under 2 MB. */
export const LARGEST_LIST = 10e6;

/** What is read of the columns that eBird writes; the others may be there or not, in any order. */
const NEEDED = ['Category', 'Common Name', 'Scientific Name', 'Date', 'Location'] as const;
/** Groups of forms below the species count as it; spuhs, slashes and hybrids as none. */
const WITHIN_SPECIES: readonly string[] = ['species', 'issf', 'form', 'intergrade', 'domestic', ''];

/** Reads the life list that eBird gives as a file (My eBird, Life List, Download CSV). Its text may hold anything. */
export function readLifeList(text: string, taxonomy: Taxonomy): LifeListResult {
  if (text.length > LARGEST_LIST) return { ok: false, problem: { code: 'too_large' } };
  const [head = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  const columns = head.map((name) => name.trim());
  if (!NEEDED.every((name) => columns.includes(name))) return { ok: false, problem: { code: 'not_a_life_list' } };
  const file: LifeListFile = { birds: [], renamed: [], unmatched: [] };
  for (const [index, row] of rows.entries()) {
    const cell = (name: string): string => (row[columns.indexOf(name)] ?? '').trim();
    const scientificName = cell('Scientific Name');
    const name = [cell('Common Name'), scientificName].filter((one) => one !== '').join(', ');
    const leave = (why: Unmatched): void => {
      file.unmatched.push({ line: index + 2, name, why });
    };
    if (!WITHIN_SPECIES.includes(cell('Category').toLowerCase())) leave('not_a_species');
    else if (cell('Countable') === '0') leave('not_countable');
    else {
      const plain = scientificName
        .replace(/\(.*?\)|\[.*?\]/g, '')
        .replace(/\s\S+\/\S+.*$/, '')
        .trim();
      const taxon = taxonomy.find(plain);
      if (taxon?.rank !== 'species') leave('unknown_name');
      else {
        const place = cell('Location');
        file.birds.push({
          taxon: taxon.id,
          scientificName: taxon.scientificName,
          day: dayOf(cell('Date')),
          place: place === '' ? null : place.slice(0, 200),
        });
        if (!plain.startsWith(taxon.scientificName)) file.renamed.push({ then: plain, taxon: taxon.id });
      }
    }
  }
  return { ok: true, value: file };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `17 May 2026` as eBird writes it, or `2026-05-17`. */
function dayOf(text: string): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}$/.exec(text);
  const written = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})$/.exec(text);
  const month = written ? MONTHS.indexOf(written[2]!.toLowerCase()) + 1 : 0;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = iso ? text : month > 0 ? `${written![3]!}-${two(month)}-${two(Number(written![1]))}` : null;
  return day !== null && isDay(day) ? day : null;
}
