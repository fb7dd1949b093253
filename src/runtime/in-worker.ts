import type { ToolErrorCode } from '../domain/outcome';
import type { WorkResult } from './protocol';

/** What all workers share on their side of the bridge. */

export function problem(code: ToolErrorCode, message: string): WorkResult<never> {
  return { ok: false, problem: { code, message } };
}

/** Holds a lock for as long as this worker lives; resolves when it is held. */
export function holdLock(name: string): Promise<void> {
  return new Promise((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    });
  });
}

/** Runs a step; whatever it throws becomes a coded result. */
export async function attempt<T>(step: () => Promise<WorkResult<T>>): Promise<WorkResult<T>> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof RangeError) return problem('out_of_memory', 'There was not enough memory for this step.');
    return problem('tool_crashed', error instanceof Error ? error.message : String(error));
  }
}
