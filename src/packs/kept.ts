/**
 * Files kept for offline use: models, runtimes and names, in a cache that the page, its workers and the service worker
 * share, so that none of them fetches what another has. Its version changes only when its layout does: an update of the
 * app never throws away tens of megabytes that are still good.
 */
export const MODEL_CACHE = 'goldcrest-models-v1';

/** The service worker marks the files of packs that it answers with: it keeps them itself. */
export const KEPT_MARK = 'X-Goldcrest-Kept';

/** A changed file has another hash and so another key: an old copy is never given for a new one. */
export function packFileKey(folder: string, { path, sha256 }: { path: string; sha256: string }): string {
  return `${folder}${path}?sha256=${sha256}`;
}

/**
 * The cache, where something is to be kept: null in a page that keeps nothing, such as the command line's. The app makes the
 * cache when it starts.
 */
export async function keptCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return (await caches.has(MODEL_CACHE)) ? await caches.open(MODEL_CACHE) : null;
  } catch {
    return null;
  }
}

/** Makes the cache: from now on what is read is kept. */
export async function makeCache(): Promise<void> {
  // Private windows of some browsers have none.
  if ('caches' in globalThis) await caches.open(MODEL_CACHE).catch(() => undefined);
}

/** Full storage must not break the request whose answer would have been kept. */
export async function tryPut(cache: Cache | null, key: string, response: Response): Promise<boolean> {
  try {
    await cache?.put(key, response);
    return cache !== null;
  } catch {
    return false;
  }
}
