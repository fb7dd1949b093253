import { expose } from 'comlink';
import type { Manifest, Role } from '../../src/packs/manifest';
import { readFile } from '../../src/packs/read';
import { Network } from '../../src/runtime/engine';
import { startModel } from '../../src/runtime/load-model';

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

  /**
   * Milliseconds from nothing to a network that is ready: from the store, and from bytes that are in memory already. Which
   * comes first is for the caller to alternate: the second finds memory that the first has left.
   */
  async load(
    base: string,
    manifest: Manifest,
    role: Role,
    storeFirst: boolean,
  ): Promise<{ store: number; memory: number; read: number }> {
    const model = manifest.models.find((one) => one.role === role)!;
    const time = async (start: () => Promise<Network>): Promise<number> => {
      const from = performance.now();
      const network = await start();
      const milliseconds = performance.now() - from;
      await network.release();
      return milliseconds;
    };
    const begin = performance.now();
    const held = await readFile(base, manifest, model.file);
    const read = performance.now() - begin;
    if (!held.ok) throw new Error(held.problem.message);
    const fromStore = (): Promise<number> =>
      time(async () => {
        const started = await startModel({ base, manifest }, model, 'wasm');
        if (!started.ok) throw new Error(started.problem.message);
        return started.value;
      });
    const early = storeFirst ? await fromStore() : null;
    const memory = await time(() => Network.load(held.value, 'wasm'));
    return { store: early ?? (await fromStore()), memory, read };
  },
};
export type BenchPacksApi = typeof api;

expose(api);
