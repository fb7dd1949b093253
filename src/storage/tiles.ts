import { store, type Database, type Stored } from './database';

/** Prior tiles by the model that made them and the cell they cover. */
export class TileStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return (await this.#database?.get('tiles', key))?.bytes;
  }

  async has(key: string): Promise<boolean> {
    return (await this.#database?.getKey('tiles', key)) !== undefined;
  }

  /** A tile that cannot be kept is computed again next time. */
  put(key: string, bytes: Uint8Array): Promise<Stored> {
    return store(() => this.#database?.put('tiles', { key, bytes }));
  }
}
