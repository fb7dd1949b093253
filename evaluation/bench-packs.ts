import { wrap, type Remote } from 'comlink';
import type { BenchPacksApi } from './workers/bench-packs';

/** Starts the worker that `npm run bench:packs` compares the app with. */
export function startBenchPacks(): Remote<BenchPacksApi> {
  const worker = new Worker(new URL('./workers/bench-packs.ts', import.meta.url), {
    type: 'module',
    name: 'bench-packs',
  });
  return wrap<BenchPacksApi>(worker);
}
