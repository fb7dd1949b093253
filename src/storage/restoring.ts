import type { Identification, KeptObservation } from '../domain/notebook/kept';
import {
  store,
  type Database,
  type KeptRunRecord,
  type MediaRecord,
  type ObservationRecord,
  type Stored,
} from './database';
import { asRecord, tellOthers } from './notebook';

const STORES = ['observations', 'identifications', 'keptRuns', 'media'] as const;

/** What a restore wrote, for an undo. */
export interface Restored {
  /** Ids of what was not here before. */
  observations: string[];
  identifications: string[];
  runs: string[];
  media: string[];
  /** Observations as they were before. */
  before: ObservationRecord[];
}

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

  /** Notes in `restored` what it wrote, for `undo`. */
  commit(
    observations: readonly KeptObservation[],
    identifications: readonly Identification[],
    restored: Restored,
  ): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const before: ObservationRecord[] = [];
      const added: string[] = [];
      for (const observation of observations) {
        const known = await stores.objectStore('observations').get(observation.id);
        if (known) before.push(known);
        else added.push(observation.id);
        await stores.objectStore('observations').put(asRecord(observation));
      }
      const said: string[] = [];
      for (const one of identifications) {
        if ((await stores.objectStore('identifications').getKey(one.id)) !== undefined) continue;
        await stores.objectStore('identifications').put(one);
        said.push(one.id);
      }
      await stores.done;
      restored.before.push(...before);
      restored.observations.push(...added);
      restored.identifications.push(...said);
      tellOthers();
    });
  }

  /** Restores the notebook to what it was before. What was added to it since stays. */
  undo({ observations, identifications, runs, media, before }: Restored): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const kept = stores.objectStore('observations');
      for (const id of observations) await kept.delete(id);
      for (const record of before) await kept.put(record);
      for (const id of identifications) await stores.objectStore('identifications').delete(id);
      for (const id of runs) await stores.objectStore('keptRuns').delete(id);
      for (const hash of media) {
        if (!(await kept.index('media').getKey(hash))) await stores.objectStore('media').delete(hash);
      }
      await stores.done;
      tellOthers();
    });
  }

  #write(work: (database: Database) => Promise<unknown>): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return work(this.#database);
    });
  }
}
