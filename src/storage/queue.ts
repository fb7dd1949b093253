import { store, type Database, type QueueRecord, type Stored } from './database';

/** The photo library in progress, so that a reload or a crash does not end it. There is one at a time. */
export class QueueStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  /** One by one: if space runs out, only the rest is missing after a reload. */
  async add(records: readonly QueueRecord[]): Promise<Stored> {
    for (const record of records) {
      const stored = await this.#write((database) => database.add('queue', record));
      if (!stored.ok) return stored;
    }
    return { ok: true, value: undefined };
  }

  /** Records the state of one photo. One that was cleared in the meantime stays cleared. */
  mark(id: string, change: Pick<QueueRecord, 'state' | 'run' | 'problem'>): Promise<Stored> {
    return this.#write(async (database) => {
      const stores = database.transaction('queue', 'readwrite');
      const record = await stores.store.get(id);
      if (record) await stores.store.put({ ...record, ...change });
      await stores.done;
    });
  }

  /** What a closed tab left, in order; empty where all of it was done. */
  async unfinished(): Promise<QueueRecord[]> {
    const records = (await this.#database?.getAll('queue')) ?? [];
    if (records.some(({ state }) => state === 'waiting')) return records.sort((a, b) => a.order - b.order);
    if (records.length > 0) await this.clear();
    return [];
  }

  clear(): Promise<Stored> {
    return this.#write((database) => database.clear('queue'));
  }

  #write(work: (database: Database) => Promise<unknown>): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return work(this.#database);
    });
  }
}
