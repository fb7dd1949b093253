import type { TaxonId, Taxonomy } from '../taxonomy';
import { taxonNow } from './name-now';
import type { Page } from './page';

/** A bird from another list, seen before this notebook began. */
export interface ImportedBird {
  taxon: TaxonId;
  /** As the other list has it. */
  scientificName: string;
  /** The first time, local; null where that is not known. */
  day: string | null;
  place: string | null;
}

/** One time that a species was seen. */
export interface Sighting {
  day: string | null;
  /** The name of the place; null where it has none. */
  place: string | null;
  /** Null for one that was imported. */
  page: Page | null;
}

/** A species on the list of a person's birds. */
export interface LifeBird {
  taxon: TaxonId;
  /** The earliest first; those without a day last. */
  sightings: readonly Sighting[];
}

export const NO_BIRDS: ReadonlyMap<TaxonId, LifeBird> = new Map();

/**
 * The species that a person has confirmed or named, with every time they were seen. A genus or a family is no species, however
 * sure; what only a machine has said does not count.
 */
export function lifeList(
  pages: readonly Page[],
  imported: readonly ImportedBird[],
  taxonomy: Taxonomy,
): ReadonlyMap<TaxonId, LifeBird> {
  const seen = new Map<TaxonId, Sighting[]>();
  const add = (taxon: TaxonId, sighting: Sighting): void => {
    const known = seen.get(taxon);
    if (known) known.push(sighting);
    else seen.set(taxon, [sighting]);
  };
  for (const page of pages) {
    const taxon = speciesSaid(page, taxonomy);
    if (taxon === null) continue;
    const { day, place } = page.observation.observation;
    add(taxon, { day, place: place?.name ?? null, page });
  }
  const twice = new Set<string>();
  for (const { taxon, scientificName, day, place } of imported) {
    const now = taxonNow({ taxon, scientificName }, taxonomy);
    const key = `${now?.id ?? ''} ${day ?? ''} ${place ?? ''}`;
    if (now?.rank !== 'species' || twice.has(key)) continue;
    twice.add(key);
    add(now.id, { day, place, page: null });
  }
  const sorted = [...seen].map(([taxon, sightings]): [TaxonId, LifeBird] => [
    taxon,
    { taxon, sightings: sightings.sort((a, b) => compare(a.day ?? '9999', b.day ?? '9999') || byKeeping(a, b)) },
  ]);
  return new Map(sorted);
}

/** The species that a person says it is; null where nobody has, or not to species. */
export function speciesSaid({ standing }: Pick<Page, 'standing'>, taxonomy: Taxonomy): TaxonId | null {
  if (standing.status !== 'confirmed' && standing.status !== 'corrected') return null;
  const taxon = standing.by && taxonNow(standing.by, taxonomy);
  return taxon?.rank === 'species' ? taxon.id : null;
}

/** Whether a species is on the list for the first time with this page; for a draft: whether it would be. */
export function isNew(list: ReadonlyMap<TaxonId, LifeBird>, taxon: TaxonId, page: Page | null): boolean {
  const [first] = list.get(taxon)?.sightings ?? [];
  return !first || (page !== null && first.page?.observation.id === page.observation.id);
}

export interface LifeFilter {
  /** `2026`; empty for all. */
  year: string;
  /** 1-12; 0 for all. */
  month: number;
  place: string;
}

export const WHOLE_LIFE: LifeFilter = { year: '', month: 0, place: '' };

/** The birds of a year, a month of any year, or a place, each with the sightings there and then. */
export function birdsWithin(list: ReadonlyMap<TaxonId, LifeBird>, { year, month, place }: LifeFilter): LifeBird[] {
  const fits = (one: Sighting): boolean =>
    (year === '' || one.day?.startsWith(`${year}-`) === true) &&
    (month === 0 || Number(one.day?.slice(5, 7)) === month) &&
    (place === '' || one.place === place);
  return [...list.values()].flatMap((bird) => {
    const sightings = bird.sightings.filter(fits);
    return sightings.length > 0 ? { ...bird, sightings } : [];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of one day: what another list says first, then in the order of keeping. */
function byKeeping(a: Sighting, b: Sighting): number {
  return compare(a.page?.observation.keptAt ?? '', b.page?.observation.keptAt ?? '');
}
