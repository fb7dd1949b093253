import { openDB } from 'idb';
import type { BlobStore } from './chunked';

/** A database of the packs alone, so that neither an update of the app nor "delete my data" touches it. */
const DATABASE = 'goldcrest-packs';
const TABLE = 'blobs';

/** Null where the browser keeps no database. */
export async function indexedDbBlobs(): Promise<BlobStore | null> {
  try {
    const database = await openDB(DATABASE, 1, { upgrade: (fresh) => void fresh.createObjectStore(TABLE) });
    return {
      kind: 'indexeddb',
      put: async (key, blob) => {
        await database.put(TABLE, blob, key);
      },
      get: async (key) => ((await database.get(TABLE, key)) as Blob | undefined) ?? null,
      remove: (key) => database.delete(TABLE, key),
      keys: async (prefix) => (await database.getAllKeys(TABLE, range(prefix))) as string[],
    };
  } catch {
    return null;
  }
}

function range(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}
