import { store, type BirdListRecord, type Database, type Stored } from './database';

/** Lists of birds from elsewhere. Each is one record: there as a whole, or not at all. */
export class BirdListStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  save(list: BirdListRecord): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return this.#database.put('birdLists', list);
    });
  }

  /** The oldest first. */
  async list(): Promise<BirdListRecord[]> {
    const lists = (await this.#database?.getAll('birdLists')) ?? [];
    return lists.sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  async remove(id: string): Promise<void> {
    await this.#database?.delete('birdLists', id);
  }

  async clear(): Promise<void> {
    await this.#database?.clear('birdLists');
  }
}
