import { sum } from './numbers';
import type { RangeStatus } from './tools/geo_prior';
import type { Ledger } from './ledger';
import { seenViews, worthOf, type View } from './looks';
import { applyPlace, PLACE_WEIGHT, placesOf, shareAt, worstStatus, type Place, type PlaceWeight } from './place-weight';
import type { Rank, TaxonId, Taxonomy } from './taxonomy';

/** What the ledger says about taxa, with the looks of all photos, or the recordings, taken together by what each is worth. */
export interface Support {
  noBird: number;
  /** Species of all views' top-k, likeliest first. */
  species: readonly TaxonId[];
  /** Whether every view put the same species first. */
  agreement: boolean;
  /** Whether any place counted. */
  placed: boolean;
  /** Whether every place was asked about a month. */
  month: boolean;
  /** The least favourable status that a place gave a species; null where none knew it. */
  status: (species: TaxonId) => RangeStatus | null;
  /** The least favourable share, over the likeliest bird there, of a species or of the likeliest of a taxon's species; null where unknown. */
  share: (taxon: TaxonId) => number | null;
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
  unlabelledShare: (species: TaxonId) => number;
  /** The most that a single view gave to birds outside a taxon that a place rules out. */
  ruledOut: (taxon: TaxonId) => number;
  /**
   * What further views said for the taxon, less what views said against it, each by its worth beside the best one and by
   * how sure it was: 0 for one view that agrees, -1 for a sure one that does not.
   */
  accord: (taxon: TaxonId) => number;
  /** Probability from the pictures or the recordings alone. */
  visual: (taxon: TaxonId) => number;
  /** Probability with the place taken into account. */
  fused: (taxon: TaxonId) => number;
  /** How much the likeliest taxon of the same rank that is not this one has. */
  rival: (taxon: TaxonId) => number;
  best: (rank: Rank) => TaxonId | null;
  /** Every taxon of a rank that was put forward, likeliest first. */
  ranked: (rank: Rank) => readonly TaxonId[];
}

/** A view with how much it is worth beside the others. */
export interface WeighedView {
  view: View;
  worth: number;
}

/** Null where no picture of a bird was classified. */
export function gatherSupport(ledger: Ledger, taxonomy: Taxonomy, weight = PLACE_WEIGHT): Support | null {
  const looks = seenViews(ledger);
  if (looks.length === 0) return null;
  return supportOf(
    looks.map((look) => ({ view: look, worth: worthOf(look) })),
    ledger,
    taxonomy,
    weight,
  );
}

/** What some views say, each a look at a picture or what was heard in a recording, with the places of the ledger. */
export function supportOf(
  weighed: readonly WeighedView[],
  ledger: Ledger,
  taxonomy: Taxonomy,
  weight = PLACE_WEIGHT,
): Support {
  const views = weighed.map(({ view }) => view);
  const visual = combine(weighed);
  const species = [...new Set(views.flatMap((view) => view.candidates.map((candidate) => candidate.taxon)))];
  const places = placesOf(ledger);
  const fused = leastOf(
    places.map((place) => applyPlace(visual, species, place, taxonomy, weight)),
    visual,
  );
  const byFused = (a: TaxonId, b: TaxonId): number => read(fused, b) - read(fused, a);
  species.sort(byFused);
  const ranked: Record<Rank, TaxonId[]> = { species: [], genus: [], family: [] };
  for (const taxon of [...fused.keys()].sort(byFused)) {
    const rank = taxonomy.get(taxon)?.rank;
    if (rank) ranked[rank].push(taxon);
  }

  return {
    noBird: weighedMean(weighed.map(({ view, worth }) => [view.noBird, worth])),
    species,
    agreement: new Set(views.map((view) => view.candidates[0]?.taxon)).size === 1,
    placed: places.length > 0,
    month: places.every(({ month }) => month !== null),
    status: (taxon) => worstStatus(places, taxon, weight),
    share: (taxon) => {
      const members = species.filter((one) => taxonomy.contains(taxon, one));
      return largest(members.map((one) => shareAt(places, one)));
    },
    coverage: smallest(views.map((view) => view.coverage)),
    asserted: (rank, from) => new Set(views.flatMap((view) => firstOf(view, rank, from))),
    unlabelledShare: (taxon) => unlabelledShare(taxon, views, places, taxonomy),
    ruledOut: (taxon) => Math.max(0, ...views.map((view) => ruledOutIn(view, taxon, places, taxonomy, weight))),
    accord: (taxon) => accord(taxon, weighed, taxonomy),
    visual: (taxon) => read(visual, taxon),
    fused: (taxon) => read(fused, taxon),
    rival: (taxon) => {
      const rank = taxonomy.get(taxon)?.rank;
      const next = rank && ranked[rank].find((one) => one !== taxon);
      return next ? read(fused, next) : 0;
    },
    best: (rank) => ranked[rank][0] ?? null,
    ranked: (rank) => ranked[rank],
  };
}

function firstOf({ candidates, genera, families }: View, rank: Rank, from: number): TaxonId[] {
  const [first] = { species: candidates, genus: genera, family: families }[rank];
  return first && first.probability >= from ? [first.taxon] : [];
}

function combine(weighed: readonly WeighedView[]): Map<TaxonId, number> {
  const total = weighed.reduce((sum, { worth }) => sum + worth, 0);
  const sums = new Map<TaxonId, number>();
  for (const { view, worth } of weighed) {
    for (const { taxon, probability } of [...view.candidates, ...view.genera, ...view.families]) {
      sums.set(taxon, read(sums, taxon) + (probability * worth) / total);
    }
  }
  return sums;
}

function accord(taxon: TaxonId, weighed: readonly WeighedView[], taxonomy: Taxonomy): number {
  const rank = taxonomy.get(taxon)?.rank;
  const most = Math.max(...weighed.map(({ worth }) => worth));
  if (!rank) return 0;
  const said = weighed.flatMap(({ view, worth }) => {
    const [first] = { species: view.candidates, genus: view.genera, family: view.families }[rank];
    return first ? [{ agrees: first.taxon === taxon, weight: (first.probability * worth) / most }] : [];
  });
  const [, ...further] = said
    .filter(({ agrees }) => agrees)
    .map(({ weight }) => weight)
    .sort((a, b) => b - a);
  return sum(further) - sum(said.filter(({ agrees }) => !agrees).map(({ weight }) => weight));
}

/** If several places were asked about, the least favourable one limits a taxon. */
function leastOf(
  fused: readonly ReadonlyMap<TaxonId, number>[],
  visual: ReadonlyMap<TaxonId, number>,
): Map<TaxonId, number> {
  if (fused.length === 0) return new Map(visual);
  const taxa = [...visual.keys()];
  return new Map(taxa.map((taxon) => [taxon, Math.min(...fused.map((one) => read(one, taxon)))]));
}

function unlabelledShare(
  species: TaxonId,
  views: readonly View[],
  places: readonly Place[],
  taxonomy: Taxonomy,
): number {
  const genus = taxonomy.get(species)?.genus;
  const relatives = views.flatMap(({ unlabelled = [] }) =>
    unlabelled.filter(({ taxon }) => taxonomy.get(taxon)?.genus === genus),
  );
  const shares = new Map(relatives.map(({ taxon, share }) => [taxon, share]));
  const unknown = sum([...shares.values()]);
  // For a species that no place knows, there is nothing to compare with its relatives.
  return unknown === 0 ? 0 : unknown / (unknown + (shareAt(places, species) ?? 0));
}

function ruledOutIn(
  { candidates }: View,
  named: TaxonId,
  places: readonly Place[],
  taxonomy: Taxonomy,
  weight: PlaceWeight,
): number {
  const others = candidates.filter(({ taxon }) => !taxonomy.contains(named, taxon));
  const ruledOut = others.filter(({ taxon }) => worstStatus(places, taxon, weight) === 'out_of_range');
  return sum(ruledOut.map(({ probability }) => probability));
}

function read(map: ReadonlyMap<TaxonId, number>, taxon: TaxonId): number {
  return map.get(taxon) ?? 0;
}

function weighedMean(values: readonly (readonly [number, number])[]): number {
  const weights = sum(values.map(([, weight]) => weight));
  return sum(values.map(([value, weight]) => value * weight)) / weights;
}

function smallest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? Math.min(...known) : null;
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? Math.max(...known) : null;
}
