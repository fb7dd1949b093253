import type { Provider } from '../domain/ledger';
import type { ToolErrorCode } from '../domain/outcome';
import type { PackProblem } from '../packs/errors';
import type { Manifest, Role } from '../packs/manifest';

/** What crosses between the page and any worker that runs models. Results are values: an error would lose its code. */

export interface WorkProblem {
  code: ToolErrorCode;
  message: string;
}
export type WorkResult<T> = { ok: true; value: T } | { ok: false; problem: WorkProblem };

export interface LoadRequest {
  base: string;
  manifest: Manifest;
  role: Role;
  provider: Provider;
  /** Whether the golden vector is run, and timed as well; left out on a device where this model has already passed. */
  check: false | 'golden' | 'timed';
}

export interface LoadedModel {
  /** Time of one warm run of the golden input; null where it was not timed. */
  milliseconds: number | null;
}
export type LoadResult = { ok: true; value: LoadedModel } | { ok: false; problem: PackProblem };

/** What every worker can do. */
export interface WorkerApi {
  /** Holds a lock of this name for as long as the worker lives, so that the page learns of its death at once. Resolves when held. */
  holdLock(name: string): Promise<void>;
  load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult>;
}
