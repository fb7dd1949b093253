import { clamp } from './numbers';
import type { RangeStatus } from './tools/geo_prior';
import type { ToolPayload } from './tools/schemas';
import { answers, type Ledger } from './ledger';
import type { TaxonId, Taxonomy } from './taxonomy';

export type Place = Extract<ToolPayload<'geo_prior'>, { applied: true }>;

/**
 * How strongly a place counts, by a species' share of the likeliest one there. From `expected` on it keeps its full
 * weight, so that a common bird does not push out a scarcer one that lives here too; out of range it keeps `floor`,
 * because vagrants exist.
 */
export const PLACE_WEIGHT: PlaceWeight = { expected: 0.02, unusual: 0.002, floor: 0.02 };

export interface PlaceWeight {
  expected: number;
  unusual: number;
  floor: number;
}

/** By the share of the likeliest species, because probabilities follow how many people watch birds at a place. */
export function rangeStatus(share: number, weight: PlaceWeight = PLACE_WEIGHT): RangeStatus {
  if (share >= weight.expected) return 'expected';
  return share >= weight.unusual ? 'unusual' : 'out_of_range';
}

export function placesOf(ledger: Ledger): Place[] {
  return answers(ledger, 'geo_prior').flatMap(({ payload }) => (payload.applied ? [payload] : []));
}

/** The weight that a species keeps at the ledger's places, 0 to 1: the least favourable counts; a species that none knows keeps all. */
export function leftByPlaces(ledger: Ledger, given = PLACE_WEIGHT): (species: TaxonId) => number {
  const weights = placesOf(ledger).map((place) => weightsAt(place, given));
  return (species) => Math.min(1, ...weights.map((weight) => weight(species)));
}

/** The weight of a species, 0 to 1, by its share of the likeliest one at a place. */
export function weightOf(share: number, { expected, floor }: PlaceWeight): number {
  return clamp(share / expected, floor, 1);
}

function weightsAt(place: Place, weight: PlaceWeight): (species: TaxonId) => number {
  const weights = new Map(place.species.map((entry) => [entry.taxon, weightOf(entry.share, weight)]));
  return (species) => weights.get(species) ?? 1;
}

/** The least favourable share that a place gives a species; null where none knows it. */
export function shareAt(places: readonly Place[], species: TaxonId): number | null {
  const said = places.flatMap((place) => place.species.filter((entry) => entry.taxon === species));
  return said.length === 0 ? null : Math.min(...said.map(({ share }) => share));
}

export function worstStatus(places: readonly Place[], species: TaxonId, weight: PlaceWeight): RangeStatus | null {
  const share = shareAt(places, species);
  return share === null ? null : rangeStatus(share, weight);
}

/**
 * Weighs each species by how likely it is at the place and shares the probability out again. What the pictures gave to
 * species outside every top-k keeps full weight: it is unknown, and unknown must not make the known look surer.
 */
export function applyPlace(
  visual: ReadonlyMap<TaxonId, number>,
  species: readonly TaxonId[],
  place: Place,
  taxonomy: Taxonomy,
  given: PlaceWeight,
): Map<TaxonId, number> {
  const weight = weightsAt(place, given);
  const read = (taxon: TaxonId): number => visual.get(taxon) ?? 0;
  const sum = (taxa: readonly TaxonId[], of: (taxon: TaxonId) => number): number =>
    taxa.reduce((total, taxon) => total + of(taxon), 0);

  const seen = sum(species, read);
  const total = sum(species, (taxon) => read(taxon) * weight(taxon)) + Math.max(0, 1 - seen);
  const fused = new Map<TaxonId, number>();
  for (const [taxon, probability] of visual) {
    const members = species.filter((one) => taxonomy.contains(taxon, one));
    const known = sum(members, read);
    const weighed = sum(members, (one) => read(one) * weight(one));
    // A genus or family may have been given less than its species have together: it keeps that part of what they keep.
    const own = known > probability ? (weighed * probability) / known : weighed + probability - known;
    fused.set(taxon, own / total);
  }
  return fused;
}
