import { createSHA256 } from 'hash-wasm';

/** A sha256 over bytes as they arrive, which can tell what it is so far and go on. */
export interface RunningHash {
  update(bytes: Uint8Array<ArrayBuffer>): void;
  /** The sha256 in hex of everything so far. */
  soFar(): Promise<string>;
  reset(): void;
}

export async function runningHash(): Promise<RunningHash> {
  const hasher = (await createSHA256()).init();
  return {
    update: (bytes) => void hasher.update(bytes),
    soFar() {
      const state = hasher.save();
      const digest = hasher.digest('hex');
      hasher.load(state);
      return Promise.resolve(digest);
    },
    reset: () => void hasher.init(),
  };
}
