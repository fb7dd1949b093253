import type { PackFile } from '../pack-file';
import type { PackStore } from '../store/store';
import { attempt, type AttemptOptions } from './attempt';
import { installProblem, storageProblem, type InstallResult } from './errors';
import { afterOutcome, beginPlan, PATIENCE, type Patience } from './plan';
import { StagedFile } from './staged-file';

export interface FetchOptions extends Omit<AttemptOptions, 'stallMs'> {
  patience?: Patience;
  stallMs?: number;
  /** Called when a mirror asks to wait, and for how long. */
  onWait?: (milliseconds: number) => void;
}

/** Chosen: a phone that changes cells is silent for a few seconds, rarely for half a minute. */
const STALL_MS = 30_000;

/** Downloads one file into the store, from whichever mirror has it right. However this ends, the verified bytes are kept. */
export async function fetchFile(
  store: PackStore,
  file: PackFile,
  mirrors: readonly string[],
  options: FetchOptions,
): Promise<InstallResult<void>> {
  const { patience = PATIENCE, stallMs = STALL_MS } = options;
  let staged: StagedFile | null = null;
  try {
    staged = await StagedFile.open(store, file);
    options.onBytes(staged.size);
    let plan = beginPlan(file, mirrors);
    for (;;) {
      const { next } = plan;
      if (next.do === 'give_up') {
        await (next.discard ? staged.discard() : staged.pause());
        return { ok: false, problem: next.problem };
      }
      if (next.restart) await staged.restart();
      if (next.pauseMs > 0) options.onWait?.(next.pauseMs);
      await pause(next.pauseMs, options.signal);
      const outcome = options.signal.aborted
        ? ({ kind: 'cancelled' } as const)
        : await attempt(next.address, file, staged, { ...options, stallMs });
      if (outcome.kind === 'cancelled') {
        await staged.pause();
        return { ok: false, problem: installProblem('cancelled', 'Stopped. What has arrived is kept.', file.path) };
      }
      if (outcome.kind === 'complete') {
        await staged.finish();
        return { ok: true, value: undefined };
      }
      plan = afterOutcome(plan, outcome, patience);
    }
  } catch (error) {
    await staged?.close().catch(() => undefined);
    return { ok: false, problem: storageProblem(error, file.path) };
  }
}

/** Ends early when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    }
  });
}
