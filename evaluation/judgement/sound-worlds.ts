import { judgeBirds } from '../../src/domain/judge-birds';
import { answers, type Evidence, type Ledger } from '../../src/domain/ledger';
import { ok } from '../../src/domain/outcome';
import type { TaxonId, Taxonomy } from '../../src/domain/taxonomy';
import type { Thresholds } from '../../src/domain/thresholds';
import { decideVerdict } from '../../src/domain/verdict-rules';
import type { SoundLabel } from '../../src/packs/labels';
import type { SoundModel as SoundEntry } from '../../src/packs/manifest';
import { unpackScores } from '../../src/sound/scores';
import { hearBirds, leftOf, type LeftHere } from '../../src/tools/classify_sound/birds';
import type { Item } from '../item';
import { speciesNamed } from '../named';
import { seeded } from '../../training/random';
import { ledgerIn, type RunRecord } from '../record';
import type { FitCase } from './fit';
import { birdsAround, placeEntry, type LocalList, type SpeciesPlaces } from './worlds';

export interface SoundModel {
  labels: readonly SoundLabel[];
  calibration: SoundEntry['calibration'];
  taxonomy: Taxonomy;
  /** The species that the geo model knows; nothing is concluded about others. */
  geoKnows: ReadonlySet<string>;
}

export interface LabelledSound {
  item: Item;
  record: RunRecord;
}

/**
 * The ledger of a recording at another place, or at none. What the model said of each window is kept; which birds that makes
 * there, and how likely they are, is worked out anew, as the tools do it.
 */
export function soundLedgerAt(record: RunRecord, local: LocalList | null, model: SoundModel): Ledger {
  const { labels, calibration, taxonomy, geoKnows } = model;
  const around = local && birdsAround(local, new Set<string>(labels), taxonomy);
  const entries = ledgerIn(record).flatMap((entry): Evidence[] => {
    if (entry.kind !== 'tool') return [entry];
    if (entry.tool === 'geo_prior') return [];
    if (entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return [entry];
    const raw = record.scores.find((one) => one.entry === entry.id && one.tool === 'classify_sound');
    if (!raw) return [entry];
    const heard = hearBirds(unpackScores(raw.values), labels, calibration, taxonomy, {
      leftHere: local ? leftIn(local, geoKnows) : undefined,
    });
    const coverage = around?.coverage ?? null;
    return [{ ...entry, outcome: ok({ ...entry.outcome.payload, ...heard, coverage }) }];
  });
  const asked = local && placeEntry(entries, local, geoKnows);
  return asked ? [...entries, asked] : entries;
}

function leftIn({ birds }: LocalList, geoKnows: ReadonlySet<string>): LeftHere {
  const shares = new Map(birds.map(([taxon, , share]) => [taxon, share]));
  return (species) => (geoKnows.has(species) ? leftOf(shares.get(species) ?? 0) : 1);
}

type PlacesOf = (truth: TaxonId | null) => SpeciesPlaces;

/** How many times each recording is taken to a place, and how often that is a wrong one. */
const DRAWS = 2;
const ASTRAY = 1 / 20;

/** What the judgement is fitted on: each recording without a place, at places of its bird, and, for the bars alone, at a wrong one. */
export function soundCases(sounds: readonly LabelledSound[], placesOf: PlacesOf, model: SoundModel): FitCase[] {
  return sounds.flatMap(({ item, record }) => {
    const { truth } = item;
    const random = seeded(`worlds ${item.id}`);
    const places = placesOf(truth);
    const one = (local: LocalList | null, share: number, astray: boolean): FitCase => ({
      ...{ group: item.source ?? item.id, truth, share, counts: true, placed: local !== null, astray },
      ledger: soundLedgerAt(record, local, model),
    });
    const drawn = Array.from({ length: DRAWS }, () => {
      const lost = places.far !== null && random() < ASTRAY;
      const local = lost ? places.far : (places.own[Math.floor(random() * places.own.length)] ?? null);
      return local ? [one(local, 1 / DRAWS, lost)] : [];
    });
    return [one(null, 1, false), ...drawn.flat(), ...(places.far ? [one(places.far, 0, true)] : [])];
  });
}

export type Where = 'own' | 'none' | 'far';

/** The run of a recording as it would have been at a place of its bird, at a wrong one, or at none; null where there is no such place. */
export function soundRunAt(
  { item, record }: LabelledSound,
  where: Where,
  placesOf: PlacesOf,
  model: SoundModel,
  thresholds: Thresholds,
): RunRecord | null {
  const places = placesOf(item.truth);
  const own = places.own[Math.floor(seeded(`kept back ${item.id}`)() * places.own.length)] ?? null;
  const local = where === 'none' ? null : where === 'far' ? places.far : own;
  const end = record.events.at(-1);
  if ((where !== 'none' && !local) || end?.type !== 'verdict') return null;
  const { taxonomy } = model;
  const ledger = soundLedgerAt(record, local, model);
  const began = record.events.filter(({ type }) => type === 'started');
  const entries = ledger.map((entry) => ({ type: 'evidence' as const, entry }));
  const verdict = decideVerdict(ledger, { taxonomy, thresholds });
  const named = speciesNamed(judgeBirds(ledger, { taxonomy, thresholds }));
  return { ...record, events: [...began, ...entries, { ...end, verdict }], named };
}

/** How sure the model is, in its surest window, that a species is in the recording at all. */
export function heardAs(ledger: Ledger, species: TaxonId | null): number {
  const times = answers(ledger, 'classify_sound').flatMap(({ payload }) =>
    payload.birds.filter(({ taxon }) => taxon === species).flatMap((bird) => bird.times),
  );
  return Math.max(0, ...times.map(({ probability }) => probability));
}

/** The number of parts that a set is cut into, by recordist. Each part is judged by weights and bars from the others. */
export const PARTS = 3;

export function partOf({ source, id }: Item): number {
  return Math.floor(PARTS * seeded(`kept back: ${source ?? id}`)());
}
