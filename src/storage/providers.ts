import { store, type Database, type ProviderRecord } from './database';

/** Which execution provider each model uses on this device. */
export class ProviderStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  async get(key: string): Promise<ProviderRecord | undefined> {
    return this.#database?.get('providers', key);
  }

  async put(record: ProviderRecord): Promise<void> {
    await store(() => this.#database?.put('providers', record));
  }
}
