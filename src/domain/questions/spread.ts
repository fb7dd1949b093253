import { sum } from '../numbers';
import type { Ladder } from '../fusion';
import type { TaxonId, Taxonomy } from '../taxonomy';

/** A part of what the evidence leaves: a species that was put forward, or relatives of a genus or family that nobody listed. */
export interface Part {
  /** Null for any other bird of the world. */
  taxon: TaxonId | null;
  share: number;
}

/** What the evidence leaves, shared out over everything that it could be; the shares add up to one. */
export function spreadOf(
  ladder: Ladder,
  judged: (taxon: TaxonId) => number,
  species: readonly TaxonId[],
  taxonomy: Taxonomy,
): Part[] {
  const top = ladder.species.taxon;
  const listed = species.filter((taxon) => taxon === top || judged(taxon) >= LEAST);
  const parts: { taxon: TaxonId; share: number }[] = listed.map((taxon) => ({ taxon, share: judged(taxon) }));
  // What a genus has beyond its listed species belongs to relatives that nobody listed; of families likewise.
  for (const rank of ['genus', 'family'] as const) {
    for (const above of new Set(listed.flatMap((one) => taxonomy.ancestor(one, rank)?.id ?? []))) {
      const inside = sharesOf(parts.filter(({ taxon }) => taxonomy.contains(above, taxon)));
      parts.push({ taxon: above, share: Math.max(0, judged(above) - inside) });
    }
  }
  const isMain = ({ taxon }: { taxon: TaxonId }): boolean => top !== null && taxonomy.contains(taxon, top);
  const main = parts.filter(isMain);
  const others = parts.filter((part) => !isMain(part));
  const left = Math.max(0, 1 - sharesOf(main));
  const scale = Math.min(1, left / Math.max(sharesOf(others), Number.EPSILON));
  const scaled = [...main, ...others.map(({ taxon, share }) => ({ taxon, share: share * scale }))];
  return [...scaled, { taxon: null, share: Math.max(0, 1 - sharesOf(scaled)) }];
}

/** Species less likely than this are any bird of the world. */
const LEAST = 0.002;

/** The shares of some parts together. */
export function sharesOf(parts: readonly { share: number }[]): number {
  return sum(parts.map(({ share }) => share));
}
