import type { AgentEvent } from '../events';
import type { Ledger } from '../ledger';
import type { Taxonomy } from '../taxonomy';
import { rangeOf } from './doubt';
import type { Identification, IdentificationKind, KeptMedia, KeptObservation } from './kept';
import type { Page } from './page';
import { lastMachine, type Standing } from './standing';

/** The name for the observer where none is set. */
export const ME = 'me';

/** How long a draft stays. */
const DRAFT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Drafts from before this ISO time are deleted. */
export function draftsBefore(now = new Date()): string {
  return new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString();
}

/** In how many days a draft from this ISO time is deleted; 0 for today. */
export function daysLeft(at: string, now = new Date()): number {
  return Math.max(0, Math.round(DRAFT_DAYS - (now.getTime() - Date.parse(at)) / DAY_MS));
}

interface Keeping {
  media: KeptMedia[];
  /** Seconds since midnight, local time; null where only the day is known. */
  time: number | null;
  at: Date;
}

/** A run as an observation of the notebook; null before its verdict. It has the run's id: kept twice, it is one. */
export function keptFrom(events: readonly AgentEvent[], { media, time, at }: Keeping): KeptObservation | null {
  const started = events.find((event) => event.type === 'started');
  if (!started || !events.some((event) => event.type === 'verdict')) return null;
  const { observation, run } = started;
  return {
    format: 1,
    id: run,
    keptAt: at.toISOString(),
    changedAt: at.toISOString(),
    observation,
    time: observation.day !== null && time !== null ? localTime(observation.day, time) : null,
    count: null,
    media,
    run,
    packs: packsOf(events).map(({ pack, version }) => ({ name: pack, version })),
  };
}

/** The machine's identification in a run, with the packs behind it; null before its verdict. `at`: when, if not as the run began. */
export function machineWord(
  events: readonly AgentEvent[],
  observation: string,
  taxonomy: Pick<Taxonomy, 'get'>,
  at?: Date,
): Identification | null {
  const started = events.find((event) => event.type === 'started');
  const ended = events.findLast((event) => event.type === 'verdict');
  if (!started || !ended) return null;
  const { grain, probability, rule, guess } = ended.verdict;
  const ledger = events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
  const range = rangeOf(ledger, guess?.taxon ?? ended.verdict.taxon);
  const taxon = grain === 'abstain' ? null : ended.verdict.taxon;
  return {
    id: crypto.randomUUID(),
    observation,
    kind: 'machine',
    taxon,
    scientificName: taxon && (taxonomy.get(taxon)?.scientificName ?? null),
    by: packsOf(events)
      .map(({ pack, version }) => `${pack} ${version}`)
      .join(', '),
    at: at?.toISOString() ?? started.at,
    machine: { grain, probability, rule, run: started.run, ...(range && { range }) },
  };
}

/** What a person says: that it is this taxon, or for `rejected` that it is not. */
export function personWord(
  observation: string,
  kind: Exclude<IdentificationKind, 'machine' | 'undone'>,
  { taxon, scientificName }: Pick<Identification, 'taxon' | 'scientificName'>,
  { by = ME, at = new Date(), why = '' } = {},
): Identification {
  const reason = why.trim() === '' ? {} : { why: why.trim() };
  return { id: crypto.randomUUID(), observation, kind, taxon, scientificName, by, at: at.toISOString(), ...reason };
}

/**
 * What a person says it is. Where a machine's last word was the same, that confirms it; anything else corrects it, also
 * where the machine named nothing.
 */
export function namingWord(
  { observation, identifications }: Pick<Page, 'observation' | 'identifications'>,
  named: Pick<Identification, 'taxon' | 'scientificName'>,
  said: { by?: string; at?: Date; why?: string } = {},
): Identification {
  const machine = lastMachine(identifications);
  const kind = machine && machine.taxon === named.taxon ? 'confirmed' : 'corrected';
  return personWord(observation.id, kind, named, said);
}

/** Withdraws a person's identification. It stays in the list, and so does the withdrawal. */
export function undoing(
  { id, observation, taxon, scientificName }: Identification,
  by = ME,
  at = new Date(),
): Identification {
  const said = { id: crypto.randomUUID(), observation, taxon, scientificName };
  return { ...said, kind: 'undone', by, at: at.toISOString(), undoes: id };
}

/** Whether a person has said what it is. */
export function isDecided({ status }: Pick<Standing, 'status'>): boolean {
  return status !== 'open';
}

/** The packs whose models answered; where none did, the one that came with the app. */
function packsOf(events: readonly AgentEvent[]): { pack: string; version: string }[] {
  const ledger: Ledger = events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
  const models = ledger.flatMap((entry) => (entry.kind === 'tool' && entry.model ? [entry.model] : []));
  const packs = new Map(models.map(({ pack, version }) => [`${pack} ${version}`, { pack, version }]));
  if (packs.size > 0) return [...packs.values()];
  const started = events.find((event) => event.type === 'started');
  return started ? [{ pack: started.pack.name, version: started.pack.version }] : [];
}

/**
 * `2026-05-17T06:12:00+02:00`. Cameras rarely write their offset: it is taken to be the one that this device had then,
 * which is right for anyone who identifies at home what they saw at home.
 */
export function localTime(day: string, seconds: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const moment = new Date(year, month - 1, date, 0, 0, seconds);
  const offset = -moment.getTimezoneOffset();
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${day}T${clock}${zone}`;
}

/** The same time of day on another day, with the offset that this device had then; null where no time is known. */
export function onDay(time: string | null, day: string): string | null {
  return time === null ? null : localTime(day, secondsOf(time));
}

/** Seconds since midnight of `2026-05-17T06:12:00+02:00`, by the clock there. */
export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.slice(11, 19).split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
