import type { Goldcrest } from '../app/goldcrest';
import type { NamedVerdicts } from '../app/named-verdict';
import type { Ledger } from '../domain/ledger';
import type { Observation, SoundRef } from '../domain/observation';
import type { Verdict } from '../domain/verdict';
import { isDataUri, readDataUri } from './data-uri';
import { isRefusal, refused, type Refusal } from './problems';
import type { RequestArgs } from './requests';
import { ToolSession } from './session';

/** More than this many at once would fill the memory. */
const MAX_OPEN = 16;

/** The latest date anywhere on earth. */
const latestDay = (): string => new Date(Date.now() + 14 * 3600 * 1000).toISOString().slice(0, 10);

export interface Unreadable {
  name: string;
  code: string;
  message: string;
}

/** What the sessions need of the program around it. */
export interface SessionsHost {
  app: Pick<Goldcrest, 'environment' | 'picture' | 'judging' | 'closePhoto' | 'closeSound'>;
  /** Adds a file to an observation as what it is; returns the reason if it cannot be opened. */
  add: (file: File, observation: Observation) => Promise<{ code: string; message: string } | null>;
  /** The files at these paths, if the caller may have them all. */
  readPaths: (paths: string[]) => Promise<File[] | Refusal>;
  describe: (verdict: Verdict, ledger: Ledger) => NamedVerdicts;
}

export interface OpenObservation {
  id: string;
  observation: Observation;
  session: ToolSession;
  recordings: ReadonlyMap<SoundRef, File>;
  unreadable: readonly Unreadable[];
}

/** The observations that a caller from outside has open, each with a ledger of its own. */
export class ObservationSessions {
  readonly host: SessionsHost;
  readonly #open = new Map<string, OpenObservation>();
  #count = 0;
  #opening: Promise<unknown> = Promise.resolve();

  constructor(host: SessionsHost) {
    this.host = host;
  }

  get all(): OpenObservation[] {
    return [...this.#open.values()];
  }

  /** One at a time: the page has one place through which files come in. */
  observe(wanted: RequestArgs<'observe'>): Promise<OpenObservation | Refusal> {
    const done = this.#opening.then(() => this.#observe(wanted));
    this.#opening = done.catch(() => undefined);
    return done;
  }

  async #observe({ files, place, date, note }: RequestArgs<'observe'>): Promise<OpenObservation | Refusal> {
    if (this.#open.size >= MAX_OPEN) {
      const message = `${MAX_OPEN} observations are open, which is the limit.`;
      return refused('too_many_observations', message, 'Close one that is done with forget.');
    }
    if (date !== undefined && date > latestDay()) {
      return refused('invalid_arguments', `The date ${date} is in the future.`, 'Give the day it was there.');
    }
    const read = await this.#files(files);
    if (isRefusal(read)) return read;
    const where = place ? { ...place, precisionKm: null, source: 'given' as const } : null;
    const text = note === undefined ? {} : { note };
    return this.open(read, { id: '', photos: [], sounds: [], place: where, day: date ?? null, ...text });
  }

  /** Opens files that are here already as an observation. */
  async open(files: readonly File[], observation: Observation): Promise<OpenObservation | Refusal> {
    const unreadable: Unreadable[] = [];
    const recordings = new Map<SoundRef, File>();
    for (const file of files) {
      const before = observation.sounds.length;
      const problem = await this.host.add(file, observation);
      if (problem) unreadable.push({ name: file.name, code: problem.code, message: problem.message });
      const sound = observation.sounds[before];
      if (sound) recordings.set(sound.ref, file);
    }
    if (observation.photos.length + observation.sounds.length === 0) {
      const why = unreadable.map(({ name, message }) => `${name}: ${message}`).join(' ');
      return refused('files_unreadable', `None of the files can be read. ${why}`, 'Give a photo or a recording.');
    }
    const id = `observation-${++this.#count}`;
    observation.id = id;
    const session = new ToolSession(this.host.app.environment(observation), observation);
    const opened = { id, observation, session, recordings, unreadable };
    this.#open.set(id, opened);
    return opened;
  }

  /** The observation that is meant: by its id, or the only one. */
  find(id: unknown): OpenObservation | Refusal {
    const known = [...this.#open.keys()];
    const listed = known.length > 0 ? `Open are ${known.join(', ')}.` : 'None is open: open one with observe.';
    const [only] = known;
    if (id === undefined && known.length > 1) {
      return refused('unknown_observation', 'Several observations are open; say which is meant.', listed);
    }
    const found = this.#open.get(typeof id === 'string' ? id : id === undefined ? (only ?? '') : '');
    const named = typeof id === 'string' ? `There is no observation "${id}".` : 'There is no such observation.';
    return found ?? refused('unknown_observation', named, listed);
  }

  forget({ id, observation }: OpenObservation): void {
    this.#open.delete(id);
    for (const { ref } of observation.photos) this.host.app.closePhoto(ref);
    for (const { ref } of observation.sounds) this.host.app.closeSound(ref);
  }

  async #files(given: readonly string[]): Promise<File[] | Refusal> {
    const data = new Map<number, File>();
    for (const [index, text] of given.entries()) {
      if (!isDataUri(text)) continue;
      const file = readDataUri(text, `file-${index + 1}`);
      if (isRefusal(file)) return file;
      data.set(index, file);
    }
    const paths = given.filter((_, index) => !data.has(index));
    const read = paths.length > 0 ? await this.host.readPaths(paths) : [];
    if (isRefusal(read)) return read;
    const files = [...read];
    return given.flatMap((_, index) => data.get(index) ?? files.shift() ?? []);
  }
}
