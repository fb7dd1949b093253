import { store, type Database } from './database';

/** Prior tiles by the model that made them and the cell they cover. */
export class TileStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return (await this.#database?.get('tiles', key))?.bytes;
  }

  /** A tile that cannot be kept is computed again next time; nothing is lost. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await store(() => this.#database?.put('tiles', { key, bytes }));
  }
}
