import { wrap, type Remote } from 'comlink';
import type { BareApi } from '../../workers/bare';
import type { Manifest, Role } from '../packs/manifest';

/** Starts the bare models of a pack in a worker of their own, for a bench in the same page. */
export async function startBare(base: string, manifest: Manifest): Promise<Remote<BareApi>> {
  const worker = new Worker(new URL('../../workers/bare.ts', import.meta.url), { type: 'module', name: 'bare' });
  const bare = wrap<BareApi>(worker);
  await bare.load(base, manifest);
  return bare;
}

/** The sum of one bare run for each model call in the list. */
export async function bareMilliseconds(bare: Remote<BareApi>, calls: readonly Role[]): Promise<number> {
  let sum = 0;
  for (const role of calls) sum += await bare.run(role);
  return sum;
}
