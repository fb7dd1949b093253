import { ChunkedStore, type BlobStore } from '../packs/store/chunked';

/** A store in memory, with what is in it to look at. `room`: how many bytes fit before it is full. */
export interface MemoryBlobs extends BlobStore {
  blobs: Map<string, Blob>;
  room: number;
}

export function memoryBlobs(): MemoryBlobs {
  const blobs = new Map<string, Blob>();
  const memory: MemoryBlobs = {
    kind: 'memory',
    blobs,
    room: Infinity,
    put(key, blob) {
      const used = [...blobs].reduce((sum, [other, { size }]) => (other === key ? sum : sum + size), 0);
      if (used + blob.size > memory.room) return Promise.reject(new DOMException('full', 'QuotaExceededError'));
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
  return memory;
}

export function memoryStore(blobs: MemoryBlobs = memoryBlobs()): ChunkedStore {
  return new ChunkedStore(blobs);
}
