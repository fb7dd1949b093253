import type { Provider } from '../domain/ledger';
import type { ToolErrorCode } from '../domain/outcome';
import type { PackProblem } from '../packs/errors';
import type { Manifest, Role } from '../packs/manifest';
import type { Result } from '../domain/result';
import type { HoldsLock } from './worker-bridge';

/** What crosses between the page and any worker that runs models. Results are values: an error would lose its code. */

export interface WorkProblem {
  code: ToolErrorCode;
  message: string;
}
export type WorkResult<T> = Result<T, WorkProblem>;

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
export type LoadResult = Result<LoadedModel, PackProblem>;

/** What every worker that runs models of packs can do. */
export interface WorkerApi extends HoldsLock {
  load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult>;
}
