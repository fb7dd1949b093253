import type { AgentEvent } from '../agent/events';
import { store, type Database, type RunRecord, type Stored } from './database';

/** The saved runs. A run is its events: whatever the screen showed can be drawn from them again. */
export class RunStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  save(events: readonly AgentEvent[], thumbnail: Blob | null): Promise<Stored> {
    const started = events.find((event) => event.type === 'started');
    if (!started) throw new Error('a run begins with its started event');
    // Reactive proxies and the like cannot be cloned into the database; events are plain data.
    const plain = structuredClone([...events]);
    return store(() => this.#open().put('runs', { id: started.run, at: started.at, events: plain, thumbnail }));
  }

  /** Newest first. */
  async list(): Promise<RunRecord[]> {
    return ((await this.#database?.getAllFromIndex('runs', 'at')) ?? []).reverse();
  }

  async load(id: string): Promise<RunRecord | undefined> {
    return this.#database?.get('runs', id);
  }

  async remove(id: string): Promise<void> {
    await this.#database?.delete('runs', id);
  }

  async clear(): Promise<void> {
    await this.#database?.clear('runs');
  }

  /** Puts back what `remove` took, for an undo. */
  restore(record: RunRecord): Promise<Stored> {
    return store(() => this.#open().put('runs', record));
  }

  #open(): Database {
    if (!this.#database) throw new Error('no database');
    return this.#database;
  }
}
