import { openDB } from 'idb';
import type { BlobStore } from './chunked';

/** Databases and caches of the packs alone, so that neither an update of the app nor "delete my data" touches them. */
const DATABASE = 'goldcrest-packs';
const CACHE = 'goldcrest-packs-v1';
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

/** Null where the browser has no caches: an insecure address, some private windows. */
export async function cacheBlobs(): Promise<BlobStore | null> {
  try {
    const cache = await caches.open(CACHE);
    // The Cache API has addresses for keys; this one is never asked of a server.
    const address = (key: string): string => `/.goldcrest-packs/${key}`;
    return {
      kind: 'cache',
      put: (key, blob) => cache.put(address(key), new Response(blob)),
      get: async (key) => (await (await cache.match(address(key)))?.blob()) ?? null,
      remove: async (key) => {
        await cache.delete(address(key));
      },
      keys: async (prefix) => {
        const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(address('').length));
        return paths.filter((path) => path.startsWith(prefix));
      },
    };
  } catch {
    return null;
  }
}

function range(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}
