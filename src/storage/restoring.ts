import type { Identification, KeptObservation } from '../domain/notebook/kept';
import {
  store,
  type Database,
  type KeptRunRecord,
  type MediaRecord,
  type ObservationRecord,
  type Stored,
} from './database';
import { asObservation, asRecord, tellOthers } from './notebook';

const STORES = ['observations', 'identifications', 'keptRuns', 'media'] as const;

/** What a restore wrote, for an undo. */
export interface Restored {
  /** Ids of what was not here before. */
  observations: string[];
  identifications: string[];
  runs: string[];
  media: string[];
  /** Observations as they were before, and all that were written as they were then. */
  before: ObservationRecord[];
  written: ObservationRecord[];
}

/** What becomes of an observation that is on both sides. */
type Merge = (here: KeptObservation, there: KeptObservation) => KeptObservation;

/**
 * Writes a backup into the notebook. Photos and runs come first, piece by piece: without an observation nothing shows them.
 * Then the observations and what was said of them come in one transaction, so that a restore is there as a whole or not
 * at all; what a tab left behind that was closed in the middle is removed by the next restore.
 */
export class RestoreStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  /** Drops photos and runs that belong to no observation. */
  sweep(): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction([...STORES], 'readwrite');
      const observations = stores.objectStore('observations');
      const known = new Set(await observations.getAllKeys());
      for await (const cursor of stores.objectStore('keptRuns').index('observation').iterate()) {
        if (!known.has(cursor.key)) await cursor.delete();
      }
      for (const hash of await stores.objectStore('media').getAllKeys()) {
        if (!(await observations.index('media').getKey(hash))) await stores.objectStore('media').delete(hash);
      }
      await stores.done;
    });
  }

  async hasMedium(sha256: string): Promise<boolean> {
    return (await this.#database?.getKey('media', sha256)) !== undefined;
  }

  stageMedium(medium: MediaRecord): Promise<Stored> {
    return this.#write((database) => database.put('media', medium));
  }

  /** Puts those that are not here yet; their ids are added to `added`. */
  stageRuns(runs: readonly KeptRunRecord[], added: string[]): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction('keptRuns', 'readwrite');
      const fresh: string[] = [];
      for (const run of runs) {
        if ((await stores.store.getKey(run.id)) !== undefined) continue;
        await stores.store.put(run);
        fresh.push(run.id);
      }
      await stores.done;
      added.push(...fresh);
    });
  }

  /**
   * Notes in `restored` what it wrote, for `undo`. What another tab has changed since the plan was made is merged too, not
   * overwritten.
   */
  commit(
    observations: readonly KeptObservation[],
    identifications: readonly Identification[],
    merge: Merge,
    restored: Restored,
  ): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const before: ObservationRecord[] = [];
      const written: ObservationRecord[] = [];
      const added: string[] = [];
      for (const observation of observations) {
        const known = await stores.objectStore('observations').get(observation.id);
        if (known) before.push(known);
        else added.push(observation.id);
        const record = asRecord(known ? merge(asObservation(known), observation) : observation);
        await stores.objectStore('observations').put(record);
        written.push(record);
      }
      const said: string[] = [];
      for (const one of identifications) {
        if ((await stores.objectStore('identifications').getKey(one.id)) !== undefined) continue;
        await stores.objectStore('identifications').put(one);
        said.push(one.id);
      }
      await stores.done;
      restored.before.push(...before);
      restored.written.push(...written);
      restored.observations.push(...added);
      restored.identifications.push(...said);
      tellOthers();
    });
  }

  /**
   * Makes the notebook what it was before a restore. An observation that was changed or spoken about since stays with all
   * that it has; gives how many those are.
   */
  async undo(restored: Restored): Promise<Stored & { stayed: number }> {
    let stayed = 0;
    const stored = await this.#write(async (database) => {
      const stores = database.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const kept = stores.objectStore('observations');
      const words = stores.objectStore('identifications');
      const brought = new Set(restored.identifications);
      const before = new Map(restored.before.map((record) => [record.id, record]));
      const touched = new Set<string>();
      for (const record of restored.written) {
        const { id } = record;
        const now = await kept.get(id);
        const was = before.get(id);
        const same = JSON.stringify(now) === JSON.stringify(record);
        // One that was here before keeps its words anyway; one that was not would leave what was said since without an observation.
        const said = was ? false : (await words.index('observation').getAllKeys(id)).some((word) => !brought.has(word));
        if (now && (!same || said)) touched.add(id);
        else if (was && now) await kept.put(was);
        else await kept.delete(id);
      }
      for (const id of restored.identifications) {
        const word = await words.get(id);
        if (word && !touched.has(word.observation)) await words.delete(id);
      }
      for (const id of restored.runs) {
        const run = await stores.objectStore('keptRuns').get(id);
        if (run && !touched.has(run.observation)) await stores.objectStore('keptRuns').delete(id);
      }
      for (const hash of restored.media) {
        if (!(await kept.index('media').getKey(hash))) await stores.objectStore('media').delete(hash);
      }
      await stores.done;
      stayed = touched.size;
      tellOthers();
    });
    return { ...stored, stayed };
  }

  #write(work: (database: Database) => Promise<unknown>): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return work(this.#database);
    });
  }
}
