import { ChunkedStore } from './chunked';
import { indexedDbBlobs } from './indexeddb';
import { OpfsStore } from './opfs';
import type { PackStore, StoreKind } from './store';

type ChosenKind = Exclude<StoreKind, 'memory'>;

/** In order of preference: OPFS writes in place. */
const PREFERENCE: readonly ChosenKind[] = ['opfs', 'indexeddb'];

/** For a worker that writes: the first store that passes its trial, or null where the browser keeps nothing. */
export async function chooseStore(among: readonly ChosenKind[] = PREFERENCE): Promise<PackStore | null> {
  for (const kind of among) {
    const store = kind === 'opfs' && !(await OpfsStore.canWrite()) ? null : await openStore(kind);
    if (store) return store;
  }
  return null;
}

/** For readers: a store that a writer chose before. */
export async function openStore(kind: ChosenKind): Promise<PackStore | null> {
  if (kind === 'opfs') return OpfsStore.open();
  const blobs = await indexedDbBlobs();
  return blobs && new ChunkedStore(blobs);
}
