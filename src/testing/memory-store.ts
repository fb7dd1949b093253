import { ChunkedStore, type ChunkKeeper } from '../packs/store/chunked';

/** A store in memory, with what is in it to look at. `room`: how many bytes fit before it is full. */
export interface MemoryKeeper extends ChunkKeeper {
  blobs: Map<string, Blob>;
  room: number;
}

export function memoryKeeper(): MemoryKeeper {
  const blobs = new Map<string, Blob>();
  const keeper: MemoryKeeper = {
    kind: 'memory',
    blobs,
    room: Infinity,
    put(key, blob) {
      const used = [...blobs].reduce((sum, [other, { size }]) => (other === key ? sum : sum + size), 0);
      if (used + blob.size > keeper.room) return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      blobs.set(key, blob);
      return Promise.resolve();
    },
    get: (key) => Promise.resolve(blobs.get(key) ?? null),
    remove(key) {
      blobs.delete(key);
      return Promise.resolve();
    },
    keys: (prefix) => Promise.resolve([...blobs.keys()].filter((key) => key.startsWith(prefix))),
  };
  return keeper;
}

export function memoryStore(keeper: MemoryKeeper = memoryKeeper()): ChunkedStore {
  return new ChunkedStore(keeper);
}
