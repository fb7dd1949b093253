import { expose } from 'comlink';
import type { Manifest, Role } from '../src/packs/manifest';
import { readFile } from '../src/packs/read';
import { Network } from '../src/inference/engine';

/** As far as it is needed here: the page's own list of types does not know it. */
interface Writable {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array, options: { at: number }): number;
    flush(): void;
    close(): void;
  }>;
}

/** What the bench of packs compares with, in a worker like the app's own. */
const api = {
  /** Milliseconds of a bare fetch into a file, without a hash or a check. */
  async bareFetch(url: string): Promise<number> {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle('bench-bare', { create: true });
    const handle = await (file as unknown as Writable).createSyncAccessHandle();
    const start = performance.now();
    const reader = (await fetch(url, { cache: 'no-store' })).body!.getReader();
    let at = 0;
    for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
      at += handle.write(piece.value, { at });
    }
    handle.flush();
    handle.close();
    const milliseconds = performance.now() - start;
    await folder.removeEntry('bench-bare');
    return milliseconds;
  },

  /** Milliseconds from nothing to a network that is ready: from the store, and from bytes that are in memory already. */
  async load(base: string, manifest: Manifest, role: Role): Promise<{ store: number; memory: number }> {
    const { file } = manifest.models.find((model) => model.role === role)!;
    const time = async (bytes: () => Promise<Uint8Array>): Promise<number> => {
      const start = performance.now();
      await Network.load(await bytes(), 'wasm');
      return performance.now() - start;
    };
    const stored = async (): Promise<Uint8Array> => {
      const read = await readFile(base, manifest, file);
      if (!read.ok) throw new Error(read.problem.message);
      return read.value;
    };
    const held = await stored();
    const store = await time(stored);
    return { store, memory: await time(() => Promise.resolve(held)) };
  },
};
export type BenchPacksApi = typeof api;

expose(api);
