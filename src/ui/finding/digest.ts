import { doubtsOf, type Doubt } from '../../domain/notebook/doubt';
import type { Page } from '../../domain/notebook/page';
import { lastMachine } from '../../domain/notebook/standing';
import { monthOf } from '../../domain/observation';
import type { TaxonId, Taxonomy } from '../../domain/taxonomy';
import { fold } from '../../places/fold';
import { dayOf } from '../format';
import type { Names } from '../state/names.svelte';

/** An observation as it is listed and found. */
export interface Row {
  page: Page;
  /** What it counts as, or the rejected name. Null: nothing was named. */
  taxon: TaxonId | null;
  /** Null for what is no species. */
  species: TaxonId | null;
  family: TaxonId | null;
  /** The day it was seen, or if that is unknown, the day it was kept. */
  day: string;
  /** 1-12; null where the day it was seen is not known. */
  month: number | null;
  /** The name of the place; empty where it has none. */
  place: string;
  doubts: readonly Doubt[];
  sure: boolean;
  /** Folded, each word after a space. */
  text: string;
}

export const SURENESS = ['all', 'sure', 'unsure', 'check'] as const;
export type Sureness = (typeof SURENESS)[number];

export interface Filters {
  words: string;
  species: string;
  family: string;
  place: string;
  /** 1-12; 0 for all. */
  month: number;
  sureness: Sureness;
}

export const NO_FILTERS: Filters = { words: '', species: '', family: '', place: '', month: 0, sureness: 'all' };

/**
 * Every page of the notebook as a line of text beside what the filters ask for. All of it is in memory: to look through
 * ten thousand takes less than a frame.
 */
export class Digest {
  readonly #taxonomy: Taxonomy;
  readonly #names: Pick<Names, 'common'>;
  readonly #folded = new Map<string, string>();
  #known = new Map<Page, Row>();

  constructor(taxonomy: Taxonomy, names: Pick<Names, 'common'>) {
    this.#taxonomy = taxonomy;
    this.#names = names;
  }

  /** Newest first. Only pages that have changed since the last call are read again. */
  rows(pages: readonly Page[]): Row[] {
    const known = new Map(pages.map((page) => [page, this.#known.get(page) ?? this.#read(page)]));
    this.#known = known;
    const latest = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);
    return [...known.values()]
      .map((row) => ({ row, seen: row.page.observation.time ?? row.day, kept: row.page.observation.keptAt }))
      .sort((a, b) => latest(a.seen, b.seen) || latest(a.kept, b.kept))
      .map(({ row }) => row);
  }

  #read(page: Page): Row {
    const { observation: kept, standing } = page;
    const { place, day, note = '' } = kept.observation;
    const machine = lastMachine(page.identifications);
    const taxon = standing.taxon ?? standing.by?.taxon ?? null;
    const known = taxon === null ? undefined : this.#taxonomy.get(taxon);
    const doubts = doubtsOf(page);
    const name = place?.name ?? '';
    return {
      page,
      taxon,
      species: known?.rank === 'species' ? known.id : null,
      family: known ? (this.#taxonomy.ancestor(known.id, 'family')?.id ?? null) : null,
      day: day ?? dayOf(kept.keptAt),
      month: day === null ? null : monthOf(day),
      place: name,
      doubts,
      sure: standing.status === 'open' ? machine?.machine?.grain === 'species' : standing.status !== 'rejected',
      text: ` ${taxon ? this.#textOf(taxon) : ''} ${this.#fold(name)} ${fold(note)} ${fold(day ?? '')}`,
    };
  }

  /** The names of a taxon, its genus and its family. */
  #textOf(taxon: TaxonId): string {
    const known = this.#folded.get(taxon);
    if (known !== undefined) return known;
    const above = (['genus', 'family'] as const).flatMap((rank) => this.#taxonomy.ancestor(taxon, rank)?.id ?? []);
    const names = [...new Set([taxon, ...above])].flatMap((id) => [
      this.#names.common(id)?.text ?? '',
      this.#taxonomy.get(id)?.scientificName ?? '',
    ]);
    const text = fold(names.join(' '));
    this.#folded.set(taxon, text);
    return text;
  }

  #fold(place: string): string {
    const key = `@${place}`;
    const text = this.#folded.get(key) ?? fold(place);
    this.#folded.set(key, text);
    return text;
  }
}

/** The rows that fit: every word begins a word of theirs. */
export function found(rows: readonly Row[], filters: Filters): readonly Row[] {
  const { species, family, place, month, sureness } = filters;
  const words = fold(filters.words)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ` ${word}`);
  if (words.length === 0 && JSON.stringify({ ...filters, words: '' }) === JSON.stringify(NO_FILTERS)) return rows;
  return rows.filter(
    (row) =>
      (species === '' || row.species === species) &&
      (family === '' || row.family === family) &&
      (place === '' || row.place === place) &&
      (month === 0 || row.month === month) &&
      (sureness === 'all' || (sureness === 'check' ? row.doubts.length > 0 : row.sure === (sureness === 'sure'))) &&
      words.every((word) => row.text.includes(word)),
  );
}
