import { RANGE_STATUSES, type RangeStatus } from './tools/geo_prior';
import type { ToolPayload } from './tools/schemas';
import { answers, type Ledger } from './ledger';
import { looksThatCount } from './search';
import type { Rank, TaxonId, Taxonomy } from './taxonomy';

type Classification = ToolPayload<'classify_image'>;
/** What a verdict reads of one look, or of one bird in a recording. */
export type View = Omit<Classification, 'labelCount' | 'strangers'> & Partial<Pick<Classification, 'strangers'>>;
type Place = Extract<ToolPayload<'geo_prior'>, { applied: true }>;

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

/** What the ledger says about taxa, with the views of all photos averaged. */
export interface Support {
  views: number;
  noBird: number;
  /** Species of all views' top-k, likeliest first. */
  species: readonly TaxonId[];
  /** Whether every view put the same species first. */
  agreement: boolean;
  /** Whether any place counted. */
  placed: boolean;
  /** The least favourable word that a place had for a species; null where none knew it. */
  status: (species: TaxonId) => RangeStatus | null;
  /** The smallest coverage any view reported; null where none knew. */
  coverage: number | null;
  /**
   * What single views put first with at least this probability, before any place. More views only add to it, so that
   * a contradiction never goes away by further doubt.
   */
  asserted: (rank: Rank, from: number) => ReadonlySet<TaxonId>;
  /**
   * Of the birds of its genus that live at the place, weighed by how likely each is, the part that the labels do not
   * hold: how easily this species could be a relative that no model here knows. 0 without a place.
   */
  strangeness: (species: TaxonId) => number;
  /**
   * The most that a single view gave to other birds that a place rules out. A right place takes little away; one that
   * takes much may be a wrong place, and then it is the truth that it took away.
   */
  ruledOut: (species: TaxonId) => number;
  /** Probability from the pictures or the recordings alone. */
  visual: (taxon: TaxonId) => number;
  /** Probability with the place taken into account. */
  fused: (taxon: TaxonId) => number;
  best: (rank: Rank) => TaxonId | null;
}

/** Null where no picture of a bird was classified. */
export function gatherSupport(ledger: Ledger, taxonomy: Taxonomy, weight = PLACE_WEIGHT): Support | null {
  const views = looksThatCount(ledger).map(({ payload }) => payload);
  return views.length === 0 ? null : supportOf(views, ledger, taxonomy, weight);
}

/** What some views say, each a look at a picture or what was heard in a recording, with the places of the ledger. */
export function supportOf(views: readonly View[], ledger: Ledger, taxonomy: Taxonomy, weight = PLACE_WEIGHT): Support {
  const visual = averageViews(views);
  const species = [...new Set(views.flatMap((view) => view.candidates.map((candidate) => candidate.taxon)))];
  const places = placesOf(ledger);
  const fused = leastOf(
    places.map((place) => applyPlace(visual, species, place, taxonomy, weight)),
    visual,
  );
  const byFused = (a: TaxonId, b: TaxonId): number => read(fused, b) - read(fused, a);
  species.sort(byFused);

  return {
    views: views.length,
    noBird: mean(views.map((view) => view.noBird)),
    species,
    agreement: new Set(views.map((view) => view.candidates[0]?.taxon)).size === 1,
    placed: places.length > 0,
    status: (taxon) => worstStatus(places, taxon, weight),
    coverage: smallest(views.map((view) => view.coverage)),
    asserted: (rank, from) => new Set(views.flatMap((view) => firstOf(view, rank, from))),
    strangeness: (taxon) => strangeness(taxon, views, places, taxonomy),
    ruledOut: (taxon) => Math.max(0, ...views.map((view) => ruledOutIn(view, taxon, places, weight))),
    visual: (taxon) => read(visual, taxon),
    fused: (taxon) => read(fused, taxon),
    best: (rank) => {
      const ofRank = [...fused.keys()].filter((taxon) => taxonomy.get(taxon)?.rank === rank);
      return ofRank.sort(byFused)[0] ?? null;
    },
  };
}

function firstOf({ candidates, genera, families }: View, rank: Rank, from: number): TaxonId[] {
  const [first] = { species: candidates, genus: genera, family: families }[rank];
  return first && first.probability >= from ? [first.taxon] : [];
}

function averageViews(views: readonly View[]): Map<TaxonId, number> {
  const sum = new Map<TaxonId, number>();
  for (const view of views) {
    for (const { taxon, probability } of [...view.candidates, ...view.genera, ...view.families]) {
      sum.set(taxon, read(sum, taxon) + probability / views.length);
    }
  }
  return sum;
}

function placesOf(ledger: Ledger): Place[] {
  return answers(ledger, 'geo_prior').flatMap(({ payload }) => (payload.applied ? [payload] : []));
}

/** What the places of the ledger leave of a species, 0 to 1: the least favourable counts, and all of what none knows. */
export function leftByPlaces(ledger: Ledger, given = PLACE_WEIGHT): (species: TaxonId) => number {
  const weights = placesOf(ledger).map((place) => weightsAt(place, given));
  return (species) => Math.min(1, ...weights.map((weight) => weight(species)));
}

function weightsAt(place: Place, { expected, floor }: PlaceWeight): (species: TaxonId) => number {
  const weights = new Map(
    place.species.map((entry) => [entry.taxon, Math.max(floor, Math.min(1, entry.share / expected))]),
  );
  return (species) => weights.get(species) ?? 1;
}

/** Where several places were asked about, a taxon gets no more than the least favourable leaves it. */
function leastOf(
  fused: readonly ReadonlyMap<TaxonId, number>[],
  visual: ReadonlyMap<TaxonId, number>,
): Map<TaxonId, number> {
  if (fused.length === 0) return new Map(visual);
  const taxa = [...visual.keys()];
  return new Map(taxa.map((taxon) => [taxon, Math.min(...fused.map((one) => read(one, taxon)))]));
}

function strangeness(species: TaxonId, views: readonly View[], places: readonly Place[], taxonomy: Taxonomy): number {
  const genus = taxonomy.get(species)?.genus;
  const relatives = views.flatMap(({ strangers = [] }) =>
    strangers.filter(({ taxon }) => taxonomy.get(taxon)?.genus === genus),
  );
  const shares = new Map(relatives.map(({ taxon, share }) => [taxon, share]));
  const unknown = sum([...shares.values()]);
  if (unknown === 0) return 0;
  const own = places.flatMap((place) => place.species.filter(({ taxon }) => taxon === species));
  // A species that no place knows has nothing to set against its relatives.
  return unknown / (unknown + (own.length === 0 ? 0 : Math.min(...own.map(({ share }) => share))));
}

function ruledOutIn({ candidates }: View, named: TaxonId, places: readonly Place[], weight: PlaceWeight): number {
  const others = candidates.filter(({ taxon }) => taxon !== named);
  const ruledOut = others.filter(({ taxon }) => worstStatus(places, taxon, weight) === 'out_of_range');
  return sum(ruledOut.map(({ probability }) => probability));
}

function worstStatus(places: readonly Place[], taxon: TaxonId, weight: PlaceWeight): RangeStatus | null {
  const said = places.flatMap(({ species }) => species.filter((entry) => entry.taxon === taxon));
  const statuses = said.map((entry) => RANGE_STATUSES.indexOf(rangeStatus(entry.share, weight)));
  return RANGE_STATUSES[Math.max(...statuses)] ?? null;
}

/**
 * Weighs each species by how likely it is at the place and shares the probability out again. What the pictures gave to
 * species outside every top-k keeps full weight: it is unknown, and unknown must not make the known look surer.
 */
function applyPlace(
  visual: ReadonlyMap<TaxonId, number>,
  species: readonly TaxonId[],
  place: Place,
  taxonomy: Taxonomy,
  given: PlaceWeight,
): Map<TaxonId, number> {
  const weight = weightsAt(place, given);

  const seen = sum(species.map((taxon) => read(visual, taxon)));
  const total = sum(species.map((taxon) => read(visual, taxon) * weight(taxon))) + Math.max(0, 1 - seen);
  const fused = new Map<TaxonId, number>();
  for (const [taxon, probability] of visual) {
    const members = species.filter((one) => taxonomy.contains(taxon, one));
    const known = sum(members.map((one) => read(visual, one)));
    const weighed = sum(members.map((one) => read(visual, one) * weight(one)));
    fused.set(taxon, (weighed + Math.max(0, probability - known)) / total);
  }
  return fused;
}

function read(map: ReadonlyMap<TaxonId, number>, taxon: TaxonId): number {
  return map.get(taxon) ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function smallest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? Math.min(...known) : null;
}
