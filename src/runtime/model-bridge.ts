import { proxy, type Remote } from 'comlink';
import { packProblem } from '../packs/errors';
import type { Role } from '../packs/manifest';
import type { LoadRequest, LoadResult, WorkerApi, WorkProblem, WorkResult } from './protocol';
import { WorkerBridge, type StopReason } from './worker-bridge';

/** Generous: a slow phone must not be mistaken for a hung worker. */
const LOAD_LIMIT = 180_000;

/** The page's side of a worker that runs models. */
export abstract class ModelBridge<Api extends WorkerApi> extends WorkerBridge<Api> {
  readonly #problems: Record<StopReason, WorkProblem>;
  readonly #models = new Map<Role, LoadRequest>();

  /** `reads`: what this worker reads, for the message that it stopped: "pictures". */
  constructor(create: () => Worker, reads: string) {
    super(create, LOAD_LIMIT);
    this.#problems = {
      worker_lost: { code: 'worker_lost', message: `Reading ${reads} stopped unexpectedly, twice in a row.` },
      timed_out: { code: 'timed_out', message: 'This step took too long and was stopped.' },
      cancelled: { code: 'cancelled', message: 'Cancelled.' },
    };
  }

  async load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult> {
    const result = await this.run(async (api) => loaderOf(api).load(request, proxy(onBytes)), { limit: LOAD_LIMIT });
    if (!result.ok) {
      const message = `Loading the ${request.role} model stopped half-way. Try again.`;
      return { ok: false, problem: packProblem('model_unusable', message) };
    }
    if (result.value.ok) this.#models.set(request.role, { ...request, check: false });
    return result.value;
  }

  /** Reopens in a new worker what the lost one had open, except its models. */
  protected abstract reopen(api: Remote<Api>): Promise<void>;

  protected override async restore(api: Remote<Api>): Promise<void> {
    await this.reopen(api);
    for (const request of this.#models.values()) {
      await loaderOf(api).load(
        request,
        proxy(() => undefined),
      );
    }
  }

  protected async result<T>(
    step: (api: Remote<Api>) => Promise<WorkResult<T>>,
    limit: number,
    signal?: AbortSignal,
  ): Promise<WorkResult<T>> {
    const result = await this.run(step, { limit, signal });
    return result.ok ? result.value : { ok: false, problem: this.#problems[result.problem] };
  }
}

/** With a type parameter, Comlink's types hide what every worker has. */
function loaderOf(api: unknown): Remote<WorkerApi> {
  return api as Remote<WorkerApi>;
}
