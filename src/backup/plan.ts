import type { Identification, KeptMedia, KeptObservation } from '../domain/notebook/kept';
import type { Taxonomy } from '../domain/taxonomy';
import type { BackupRows } from './format';

interface Kept {
  observation: KeptObservation;
  identifications: readonly Identification[];
}

/** A name in the backup that the table of today has differently. */
export interface Renamed {
  was: string;
  /** Null: today's table has nothing by this name; it stays as it was written. */
  now: string | null;
}

/** What restoring a backup would do. */
export interface RestorePlan {
  added: KeptObservation[];
  /** Those that are here and in the backup, and are not the same: as they will be. */
  changed: KeptObservation[];
  /** How many are the same on both sides. */
  same: number;
  /** Identifications that are not here yet. */
  identifications: Identification[];
  renamed: Renamed[];
}

/**
 * The union of what is here and what is in the backup: nothing that is here is lost. Identifications only grow; of place, time,
 * count, note and of whether it is sensitive the later change wins; an original replaces its reduced copy.
 */
export function planRestore(here: readonly Kept[], rows: BackupRows, taxonomy: Taxonomy): RestorePlan {
  const kept = new Map(here.map((entry) => [entry.observation.id, entry]));
  const words = new Map(here.flatMap(({ identifications }) => identifications.map((one) => [one.id, one] as const)));
  const renamed = new Map<string, Renamed>();
  const identifications = new Map<string, Identification>();
  for (const row of rows.identifications) {
    if (!words.has(row.id)) identifications.set(row.id, withTodaysTaxon(row, taxonomy, renamed));
  }
  const grown = new Set([...identifications.values()].map(({ observation }) => observation));
  const plan: RestorePlan = {
    added: [],
    changed: [],
    same: 0,
    identifications: [...identifications.values()],
    renamed: [...renamed.values()].sort((a, b) => a.was.localeCompare(b.was)),
  };
  for (const row of rows.observations) {
    const mine = kept.get(row.id);
    if (!mine) plan.added.push(row);
    else {
      const merged = merge(mine.observation, row);
      const same = JSON.stringify(merged) === JSON.stringify(mine.observation) && !grown.has(row.id);
      if (same) plan.same += 1;
      else plan.changed.push(merged);
    }
  }
  return plan;
}

/** Of two versions of one observation, what both have. */
export function merge(mine: KeptObservation, theirs: KeptObservation): KeptObservation {
  const later = theirs.changedAt > mine.changedAt ? theirs : mine;
  const { place, day, note } = later.observation;
  return {
    ...mine,
    changedAt: later.changedAt,
    count: later.count,
    time: later.time,
    ...(later.sensitive !== undefined && { sensitive: later.sensitive }),
    observation: withoutUndefined({ ...mine.observation, place, day, note }),
    media: union(mine.media, theirs.media),
  };
}

function union(mine: readonly KeptMedia[], theirs: readonly KeptMedia[]): KeptMedia[] {
  const media = new Map(mine.map((medium) => [medium.ref, medium]));
  for (const medium of theirs) {
    const known = media.get(medium.ref);
    if (!known || (medium.original && !known.original)) media.set(medium.ref, medium);
  }
  return [...media.values()];
}

/** An id that today's table does not have becomes that of the bird which bears the name now. */
function withTodaysTaxon(row: Identification, taxonomy: Taxonomy, renamed: Map<string, Renamed>): Identification {
  if (row.taxon === null || row.scientificName === null) return row;
  const byId = taxonomy.get(row.taxon);
  const now = byId ?? taxonomy.find(row.scientificName);
  if (now?.scientificName !== row.scientificName) {
    renamed.set(row.scientificName, { was: row.scientificName, now: now?.scientificName ?? null });
  }
  return byId || !now ? row : { ...row, taxon: now.id };
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}
