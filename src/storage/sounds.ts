import type { SoundRef } from '../domain/observation';
import { store, type Database, type SoundRecord, type Stored } from './database';

/** The recordings of saved observations. Stored by observation: several runs may be about the same recording. */
export class SoundStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  save(record: SoundRecord): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return this.#database.put('sounds', record);
    });
  }

  load(observation: string, ref: SoundRef): Promise<SoundRecord | undefined> {
    return this.#database?.get('sounds', [observation, ref]) ?? Promise.resolve(undefined);
  }

  /** Drops the recordings of observations that have no run left. */
  async sweep(kept: readonly string[]): Promise<void> {
    for (const [observation, ref] of (await this.#database?.getAllKeys('sounds')) ?? []) {
      if (!kept.includes(observation)) await this.#database?.delete('sounds', [observation, ref]);
    }
  }

  async clear(): Promise<void> {
    await this.#database?.clear('sounds');
  }
}
