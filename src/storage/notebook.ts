import type { IDBPTransaction } from 'idb';
import type { Identification, KeptMedia, KeptObservation } from '../domain/notebook/kept';
import { readRun } from './runs';
import {
  store,
  type Database,
  type DatabaseSchema,
  type KeptRunRecord,
  type MediaRecord,
  type ObservationRecord,
  type RunRecord,
  type Stored,
  type StorageProblem,
} from './database';

/** A kept observation with all its identifications. */
export interface Entry {
  observation: KeptObservation;
  identifications: Identification[];
}

/** What keeping writes, in one transaction. */
export interface NewEntry extends Entry {
  media: MediaRecord[];
  run: RunRecord;
}

/** What a removal took, for an undo. */
export interface Removed extends Entry {
  media: MediaRecord[];
  runs: KeptRunRecord[];
}

/** What the observer may change of an observation; its photos and sounds stay. */
export type Change = Partial<
  Pick<KeptObservation, 'count' | 'time' | 'sensitive'> & Pick<KeptObservation['observation'], 'place' | 'day' | 'note'>
>;

const STORES = ['observations', 'identifications', 'media', 'keptRuns', 'runs'] as const;
type Store = (typeof STORES)[number];
type Writing = IDBPTransaction<DatabaseSchema, Store[], 'readwrite'>;

const CHANNEL = 'goldcrest-notebook';

/** Gets the observation that has changed; null: any of them may have. */
type Listener = (id: string | null) => void;

const GONE: StorageProblem = {
  code: 'observation_gone',
  message: 'This observation was deleted, perhaps in another tab. Nothing was changed.',
};
class Gone extends Error {}

/**
 * The field notebook. Each method writes in one transaction, so that a tab that is closed in the middle has done all of
 * it or nothing; done again with the same ids, it changes nothing.
 */
export class NotebookStore {
  readonly #database: Database | null;
  #channel: BroadcastChannel | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(database: Database | null) {
    this.#database = database;
  }

  /** False where the browser stores nothing. */
  get available(): boolean {
    return this.#database !== null;
  }

  /** Keeps an observation. Its run is no longer a draft. */
  keep({ observation, identifications, media, run }: NewEntry): Promise<Stored> {
    return this.#write(observation.id, async (stores) => {
      await stores.objectStore('runs').delete(run.id);
      if (await stores.objectStore('observations').getKey(observation.id)) return;
      // One after the other: a write that is refused would leave those beside it as rejections that nobody handles.
      await stores.objectStore('observations').put(asRecord(observation));
      await stores.objectStore('keptRuns').put({ ...run, observation: observation.id });
      for (const one of identifications) await stores.objectStore('identifications').put(one);
      for (const one of media) await stores.objectStore('media').put(one);
    });
  }

  change(id: string, { count, time, sensitive, ...rest }: Change, at: string): Promise<Stored> {
    return this.#write(id, async (stores) => {
      const { observation, ...record } = await mustFind(stores, id);
      const own = {
        ...(count !== undefined && { count }),
        ...(time !== undefined && { time }),
        ...(sensitive !== undefined && { sensitive }),
      };
      const changed = { ...record, ...own, changedAt: at, observation: { ...observation, ...rest } };
      await stores.objectStore('observations').put(changed);
    });
  }

  /** Adds an identification. Earlier ones do not change. */
  identify(identification: Identification): Promise<Stored> {
    return this.#write(identification.observation, async (stores) => {
      await mustFind(stores, identification.observation);
      await stores.objectStore('identifications').put(identification);
    });
  }

  /** Adds the machine's identification from another run on a kept observation. */
  judged(identification: Identification, run: RunRecord): Promise<Stored> {
    const { observation } = identification;
    return this.#write(observation, async (stores) => {
      await mustFind(stores, observation);
      await stores.objectStore('runs').delete(run.id);
      await stores.objectStore('keptRuns').put({ ...run, observation });
      await stores.objectStore('identifications').put(identification);
    });
  }

  /** Adds photos and sounds that came later; those that are there already stay as they are. */
  addMedia(id: string, media: readonly KeptMedia[], files: readonly MediaRecord[]): Promise<Stored> {
    return this.#write(id, async (stores) => {
      const record = await mustFind(stores, id);
      const fresh = media.filter(({ sha256 }) => !record.hashes.includes(sha256));
      const changed = asRecord({ ...asObservation(record), media: [...record.media, ...fresh] });
      await stores.objectStore('observations').put(changed);
      for (const file of files) if (changed.hashes.includes(file.sha256)) await stores.objectStore('media').put(file);
    });
  }

  /** Returns what was removed, or null if there was nothing. Media that another observation uses stay. */
  async remove(id: string): Promise<Removed | null> {
    let removed: Removed | null = null;
    const written = await this.#write(id, async (stores) => {
      const observations = stores.objectStore('observations');
      const record = await observations.get(id);
      if (!record) return;
      const identifications = await stores.objectStore('identifications').index('observation').getAll(id);
      const runs = await stores.objectStore('keptRuns').index('observation').getAll(id);
      await observations.delete(id);
      for (const one of identifications) await stores.objectStore('identifications').delete(one.id);
      for (const run of runs) await stores.objectStore('keptRuns').delete(run.id);
      const media: MediaRecord[] = [];
      for (const hash of new Set(record.hashes)) {
        const file = await stores.objectStore('media').get(hash);
        if (file) media.push(file);
        if (!(await observations.index('media').getKey(hash))) await stores.objectStore('media').delete(hash);
      }
      removed = { observation: asObservation(record), identifications, media, runs };
    });
    return written.ok ? removed : null;
  }

  restore({ observation, identifications, media, runs }: Removed): Promise<Stored> {
    return this.#write(observation.id, async (stores) => {
      await stores.objectStore('observations').put(asRecord(observation));
      for (const one of identifications) await stores.objectStore('identifications').put(one);
      for (const one of media) await stores.objectStore('media').put(one);
      for (const run of runs) await stores.objectStore('keptRuns').put(run);
    });
  }

  /** Everything, the newest first. */
  async list(): Promise<Entry[]> {
    const stores = this.#database?.transaction(['observations', 'identifications']);
    if (!stores) return [];
    const [records, words] = await Promise.all([
      stores.objectStore('observations').getAll(),
      stores.objectStore('identifications').getAll(),
    ]);
    const said = new Map<string, Identification[]>();
    for (const word of words) {
      const known = said.get(word.observation);
      if (known) known.push(word);
      else said.set(word.observation, [word]);
    }
    return records
      .map((record) => ({ observation: asObservation(record), identifications: said.get(record.id) ?? [] }))
      .sort((a, b) => (a.observation.keptAt < b.observation.keptAt ? 1 : -1));
  }

  async load(id: string): Promise<Entry | null> {
    const stores = this.#database?.transaction(['observations', 'identifications']);
    const record = await stores?.objectStore('observations').get(id);
    if (!stores || !record) return null;
    const identifications = await stores.objectStore('identifications').index('observation').getAll(id);
    return { observation: asObservation(record), identifications };
  }

  /** The observation that a run was kept as; null for a draft. */
  async ofRun(run: string): Promise<Entry | null> {
    const kept = await this.#database?.get('keptRuns', run);
    return kept ? this.load(kept.observation) : null;
  }

  /** The runs of an observation, the first first. */
  async runsOf(observation: string): Promise<KeptRunRecord[]> {
    const records = (await this.#database?.getAllFromIndex('keptRuns', 'observation', observation)) ?? [];
    return records.map((record) => ({ ...record, ...readRun(record) })).sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  async mediaOf(sha256: string): Promise<Blob | null> {
    return (await this.#database?.get('media', sha256))?.file ?? null;
  }

  async count(): Promise<number> {
    return (await this.#database?.count('observations')) ?? 0;
  }

  async clear(): Promise<void> {
    await this.#write(null, async (stores) => {
      for (const name of ['observations', 'identifications', 'media', 'keptRuns'] as const)
        await stores.objectStore(name).clear();
    });
  }

  /** Calls back after every change, in this tab or another; returns a function that stops it. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#open();
    return () => this.#listeners.delete(listener);
  }

  #open(): BroadcastChannel | null {
    if (!this.#channel && 'BroadcastChannel' in globalThis) {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = ({ data }: MessageEvent<string | null>) => this.#tell(data);
    }
    return this.#channel;
  }

  #tell(id: string | null): void {
    for (const listener of this.#listeners) listener(id);
  }

  /** `id` is the observation that it is about; null for many. */
  async #write(id: string | null, work: (stores: Writing) => Promise<unknown>): Promise<Stored> {
    const found = { gone: false };
    const stored = await store(async () => {
      if (!this.#database) throw new Error('no database');
      const stores = this.#database.transaction([...STORES], 'readwrite', { durability: 'strict' });
      try {
        await work(stores);
      } catch (error) {
        found.gone = error instanceof Gone;
        abort(stores);
        await stores.done.catch(() => undefined);
        throw error;
      }
      await stores.done;
    });
    if (found.gone) return { ok: false, problem: GONE };
    if (stored.ok) {
      this.#open()?.postMessage(id);
      this.#tell(id);
    }
    return stored;
  }
}

/** Announces a change of the notebook that did not go through NotebookStore. */
export function tellOthers(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

async function mustFind(stores: Writing, id: string): Promise<ObservationRecord> {
  const record = await stores.objectStore('observations').get(id);
  if (!record) throw new Gone();
  return record;
}

function abort(stores: Writing): void {
  try {
    stores.abort();
  } catch {
    // The browser has aborted it already, because there is no room.
  }
}

export function asRecord(observation: KeptObservation): ObservationRecord {
  return { ...observation, hashes: observation.media.map(({ sha256 }) => sha256) };
}

export function asObservation(record: ObservationRecord): KeptObservation {
  const { format, id, keptAt, changedAt, observation, time, count, media, sensitive, run, packs } = record;
  const marked = sensitive === undefined ? {} : { sensitive };
  return { format, id, keptAt, changedAt, observation, time, count, media, ...marked, run, packs };
}
