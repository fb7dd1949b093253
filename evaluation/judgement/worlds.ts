import { candidatesOf } from '../../src/agent/candidates';
import { answers, type Evidence, type Ledger } from '../../src/domain/ledger';
import { ok } from '../../src/domain/outcome';
import { PLACE_WEIGHT, rangeStatus } from '../../src/domain/place-weight';
import type { TaxonId, Taxonomy } from '../../src/domain/taxonomy';
import type { LabelTaxon } from '../../src/packs/labels';
import { calibrate, rankTaxa } from '../../src/vision/probabilities';
import { seeded } from '../../training/random';
import { ledgerIn, type RunRecord } from '../record';
import type { FitCase } from './fit';

/** The birds of one place and month: species, its probability there, and its share of the likeliest one. */
export interface LocalList {
  month: number | null;
  birds: readonly (readonly [TaxonId, number, number])[];
}

/** Places drawn for a species: some where it lives, one far away where it does not. */
export interface SpeciesPlaces {
  own: readonly LocalList[];
  far: LocalList | null;
}

export interface PhotoModel {
  labels: readonly LabelTaxon[];
  kind: 'probabilities' | 'logits';
  temperature: number;
  taxonomy: Taxonomy;
  /** The species that the geo model knows; nothing is concluded about others. */
  geoKnows: ReadonlySet<string>;
  /** Unlabelled birds whose photos the network has seen after all: see `sharper`. */
  withheld?: ReadonlySet<string>;
}

/** A place, or none, and labels that the model is not to know: what a photo's look comes to there. */
interface World {
  local: LocalList | null;
  hidden: ReadonlySet<string>;
}

/**
 * The ledger of a photo in another world. What its models put out is kept; which labels there are, who lives there and how
 * many of those the labels hold is worked out anew, as the tools do it.
 */
export function ledgerInWorld(record: RunRecord, { local, hidden }: World, model: PhotoModel): Ledger {
  const { taxonomy, kind, temperature } = model;
  const known = new Set<string>(model.labels.filter((label) => !hidden.has(label)));
  const { coverage, unlabelled } = local ? birdsAround(local, known, taxonomy) : { coverage: null, unlabelled: null };
  const entries = ledgerIn(record).flatMap((entry): Evidence[] => {
    if (entry.kind !== 'tool') return [entry];
    if (entry.tool === 'geo_prior') return [];
    if (entry.tool !== 'classify_image' || entry.outcome.status !== 'ok') return [entry];
    const raw = record.scores.find((one) => one.entry === entry.id && one.tool === 'classify_image');
    if (!raw) return [entry];
    // A label that the model never had gets nothing, and the others share what it had.
    const nothing = kind === 'logits' ? -Infinity : 0;
    const values = raw.values.map((value, at) => (hidden.has(model.labels[at]!) ? nothing : value));
    const ranked = rankTaxa(calibrate(Float32Array.from(values), kind, temperature), model.labels, taxonomy);
    const genera = new Set(ranked.candidates.map(({ taxon }) => taxonomy.get(taxon)?.genus));
    const relatives = [...genera].flatMap((genus) => (genus ? (unlabelled?.get(genus) ?? []) : []));
    relatives.sort((a, b) => b.share - a.share);
    return [{ ...entry, outcome: ok({ ...ranked, coverage, unlabelled: relatives }) }];
  });
  const asked = local && placeEntry(entries, local, model.geoKnows);
  return asked ? [...entries, asked] : entries;
}

export function birdsAround(local: LocalList, known: ReadonlySet<string>, taxonomy: Taxonomy) {
  const unlabelled = new Map<string, { taxon: TaxonId; share: number }[]>();
  let [covered, total] = [0, 0];
  for (const [taxon, probability, share] of local.birds) {
    total += probability;
    if (known.has(taxon)) covered += probability;
    const genus = known.has(taxon) ? undefined : taxonomy.get(taxon)?.genus;
    if (!genus || share < PLACE_WEIGHT.unusual) continue;
    unlabelled.set(genus, [...(unlabelled.get(genus) ?? []), { taxon, share }]);
  }
  return { coverage: total > 0 ? covered / total : null, unlabelled };
}

export function placeEntry(ledger: Ledger, local: LocalList, geoKnows: ReadonlySet<string>): Evidence | null {
  const taxa = candidatesOf(ledger);
  if (taxa.length === 0) return null;
  const here = new Map(local.birds.map(([taxon, probability, share]) => [taxon, { probability, share }]));
  const species = taxa
    .filter((taxon) => geoKnows.has(taxon))
    .map((taxon) => {
      const chance = here.get(taxon) ?? { probability: 0, share: 0 };
      return { taxon, ...chance, status: rangeStatus(chance.share) };
    });
  const id = Math.max(0, ...ledger.map((entry) => entry.id)) + 1;
  const payload = {
    applied: true as const,
    month: local.month,
    species,
    unknown: taxa.filter((taxon) => !geoKnows.has(taxon)),
  };
  return { kind: 'tool', id, tool: 'geo_prior', args: { taxa }, outcome: ok(payload), model: null, ms: 0 };
}

export interface WorldOptions {
  /** How many worlds with a place, and as many without, each photo is taken to. */
  draws: number;
  /**
   * Of the labels, the part that a world hides: at least this, and at most this. A hidden bird is easier than one that
   * the model never saw: its features were learned, and lie apart from those of the others.
   */
  hidden: readonly [number, number];
  /** The part of all birds, by weight, that are to have no label; null leaves the set's own. */
  unlabelled: number | null;
  /**
   * The part of the temperature at which withheld species are looked at. A network is surer of birds that it never saw than of
   * those whose photos or labels were taken away afterwards.
   */
  sharper: number;
  /** How often a place is a wrong one, and how often the month is not known. */
  astray: number;
  seed: string;
}

export const WORLDS: WorldOptions = {
  draws: 3,
  hidden: [1 / 3, 1 / 2],
  unlabelled: null,
  sharper: 1,
  astray: 1 / 20,
  seed: 'worlds',
};

/** Where the set holds birds that the model never saw, nothing has to be hidden. */
export const UNLABELLED_BIRDS = { ...WORLDS, hidden: [0, 0] } as const satisfies WorldOptions;

/** The part of a place's birds that the labels miss, over all places: how often a bird that somebody meets has no label. */
export function unlabelledPart(lists: readonly (LocalList | null)[], model: PhotoModel): number {
  const known = new Set<string>(model.labels);
  const missing = lists.flatMap((list) => {
    const coverage = list && birdsAround(list, known, model.taxonomy).coverage;
    return coverage === null ? [] : [1 - coverage];
  });
  return missing.reduce((sum, one) => sum + one, 0) / missing.length;
}

interface LabelledPhoto {
  record: RunRecord;
  truth: TaxonId | null;
  counts: boolean;
}

/** What a labelled bird, an unlabelled one and what is no bird weigh, so that unlabelled ones are a stated part of the birds. */
function weightsFor(photos: readonly LabelledPhoto[], labels: ReadonlySet<string>, part: number | null) {
  const birds = photos.flatMap(({ truth }) => truth ?? []);
  const without = birds.filter((truth) => !labels.has(truth)).length;
  const weigh = (wanted: number, there: number): number =>
    part === null || there === 0 ? 1 : (wanted * birds.length) / there;
  const known = weigh(1 - (part ?? 0), birds.length - without);
  const unlabelled = weigh(part ?? 0, without);
  return (truth: TaxonId | null): number => (truth === null ? 1 : labels.has(truth) ? known : unlabelled);
}

/** Every photo in several worlds: with a place, without one, and, so that enough of them are counted, at one that is wrong. */
export function photoCases(
  photos: readonly LabelledPhoto[],
  placesOf: (truth: TaxonId | null) => SpeciesPlaces,
  model: PhotoModel,
  { draws, hidden: [least, most], unlabelled, sharper, astray, seed }: WorldOptions = WORLDS,
): FitCase[] {
  const all = [...new Set(model.labels)].filter((label) => label !== 'no_bird' && label !== 'ignored');
  const weightOf = weightsFor(photos, new Set<string>(all), unlabelled);
  const surer = { ...model, temperature: model.temperature * sharper };
  return photos.flatMap(({ record, truth, counts }) => {
    const random = seeded(`${seed} ${record.id}`);
    const places = placesOf(truth);
    const isWithheld = truth !== null && model.withheld?.has(truth) === true;
    const drawHidden = (): ReadonlySet<string> => {
      const part = least + (most - least) * random();
      return new Set(all.filter(() => random() < part));
    };
    const one = (local: LocalList | null, isAstray: boolean): FitCase => ({
      // Photos of one species stay together, so that every bird is judged by weights that never met it.
      ...{ group: truth ?? record.id, truth, counts, placed: local !== null, astray: isAstray },
      ...{ weight: weightOf(truth), share: weightOf(truth) / draws },
      ledger: ledgerInWorld(record, { local, hidden: drawHidden() }, isWithheld ? surer : model),
    });
    return Array.from({ length: draws }, () => {
      const lost = places.far !== null && random() < astray;
      const own = places.own[Math.floor(random() * places.own.length)] ?? null;
      const local = lost ? places.far : own;
      return [...(local ? [one(local, lost)] : []), one(null, false)];
    }).flat();
  });
}

/** Each photo once at its wrong place: what the bars are counted on that hold where every place is wrong. */
export function astrayCases(
  photos: Parameters<typeof photoCases>[0],
  placesOf: (truth: TaxonId | null) => SpeciesPlaces,
  model: PhotoModel,
  options: WorldOptions = WORLDS,
): FitCase[] {
  const far = (truth: TaxonId | null): SpeciesPlaces => ({ own: [], far: placesOf(truth).far });
  const cases = photoCases(photos, far, model, { ...options, draws: 1, astray: 1, seed: `${options.seed} astray` });
  // They count for the bars alone: in what is fitted a wrong place stays as rare as it is.
  return cases.filter(({ astray }) => astray).map((one) => ({ ...one, share: 0 }));
}

/** Whether a photo was compared at all: what was not says nothing about the judgement. */
export function wasCompared(record: RunRecord): boolean {
  return answers(ledgerIn(record), 'classify_image').length > 0;
}
