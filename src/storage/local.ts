import * as v from 'valibot';

/** Small facts beside the database: they are needed before it opens, or have to outlive it. */

export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** Null if nothing is stored under the key, or not what the schema wants. Reads localStorage, except in tests. */
export function readLocal<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  shelf?: Shelf,
): v.InferOutput<Schema> | null {
  try {
    return v.parse(schema, JSON.parse((shelf ?? localStorage).getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** If storage is full or forbidden, the value lasts only until the page is closed. */
export function writeLocal(key: string, value: unknown, shelf?: Shelf): void {
  try {
    (shelf ?? localStorage).setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
