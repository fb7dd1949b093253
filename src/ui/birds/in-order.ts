import type { LifeBird } from '../../domain/notebook/life-list';
import type { TaxonId } from '../../domain/taxonomy';

export const ORDERS = ['latest', 'first', 'taxonomic', 'name'] as const;
export type Order = (typeof ORDERS)[number];

interface Naming {
  /** Of the reader's language. */
  collator: Intl.Collator;
  nameOf: (taxon: TaxonId) => string;
  /** In the order of field guides. */
  species: readonly TaxonId[];
}

/** The birds of a list in the chosen order. A bird without a date comes after those with one. */
export function inOrder(birds: readonly LifeBird[], order: Order, { collator, nameOf, species }: Naming): LifeBird[] {
  switch (order) {
    case 'latest':
      return byDay(birds, lastDay);
    case 'first':
      return byDay(birds, ({ sightings }) => sightings[0]?.day ?? null);
    case 'taxonomic': {
      const place = new Map(species.map((id, index) => [id, index]));
      return [...birds].sort((a, b) => (place.get(a.taxon) ?? 0) - (place.get(b.taxon) ?? 0));
    }
    case 'name':
      return [...birds].sort((a, b) => collator.compare(nameOf(a.taxon), nameOf(b.taxon)));
  }
}

/** The day it was last seen; those without a day stand at the end of its sightings. */
export function lastDay({ sightings }: LifeBird): string | null {
  return sightings.findLast(({ day }) => day !== null)?.day ?? null;
}

function byDay(birds: readonly LifeBird[], dayOf: (bird: LifeBird) => string | null): LifeBird[] {
  return birds
    .map((bird) => ({ bird, day: dayOf(bird) ?? '' }))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .map(({ bird }) => bird);
}
