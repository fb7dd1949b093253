import { wrap, type Remote } from 'comlink';
import type { BenchPacksApi } from '../../workers/bench-packs';

/** Starts the worker that `npm run bench:packs` compares the app with. */
export function startBenchPacks(): Remote<BenchPacksApi> {
  const url = new URL('../../workers/bench-packs.ts', import.meta.url);
  return wrap<BenchPacksApi>(new Worker(url, { type: 'module', name: 'bench-packs' }));
}
