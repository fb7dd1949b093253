import * as v from 'valibot';
import { store, type Database, type Stored } from './database';

/** Small choices of the user, one record each. */
export class SettingStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  /** The stored value where there is one that still makes sense, else the fallback. */
  async read<Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
    fallback: v.InferOutput<Schema>,
  ): Promise<v.InferOutput<Schema>> {
    const record = await this.#database?.get('settings', key);
    const parsed = v.safeParse(schema, record?.value);
    return parsed.success ? parsed.output : fallback;
  }

  write(key: string, value: unknown): Promise<Stored> {
    return store(() => this.#database?.put('settings', { key, value }));
  }
}
