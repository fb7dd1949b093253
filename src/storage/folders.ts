import { store, type Database, type Stored } from './database';

/** The folder of the device that the notebook is written to. The browser asks again before it may be written after a restart. */
const NAME = 'backup';

export class FolderStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  async load(): Promise<FileSystemDirectoryHandle | null> {
    return (await this.#database?.get('folders', NAME))?.handle ?? null;
  }

  save(handle: FileSystemDirectoryHandle): Promise<Stored> {
    return this.#write((database) => database.put('folders', { name: NAME, handle }));
  }

  forget(): Promise<Stored> {
    return this.#write((database) => database.delete('folders', NAME));
  }

  #write(work: (database: Database) => Promise<unknown>): Promise<Stored> {
    return store(() => {
      if (!this.#database) throw new Error('no database');
      return work(this.#database);
    });
  }
}
