import { proxy, releaseProxy, wrap, type Remote } from 'comlink';
import { packProblem } from '../packs/errors';
import type { Role } from '../packs/manifest';
import { deferred } from './deferred';
import type { LoadRequest, LoadResult, WorkerApi, WorkProblem, WorkResult } from './protocol';

/** After this long without an answer the worker counts as hung. Generous: a slow phone must not be mistaken for it. */
const LOAD_LIMIT = 180_000;

interface Lifetime<Api> {
  worker: Worker;
  api: Remote<Api>;
  /** Settles when the worker has back what an earlier one held. */
  restored: Promise<void>;
  /** Settles when the worker has died, or was ended. */
  death: Promise<Stopped['stopped']>;
  end: () => void;
}

type Step<Api, T> = (api: Remote<Api>) => Promise<T>;
interface Stopped {
  stopped: 'worker_lost' | 'timed_out' | 'cancelled';
}

/**
 * The one way to a worker. Steps run one at a time, because concurrent runs hang some drivers; a step can be abandoned
 * at once; a worker that dies or hangs is replaced, given back what it held, and the step is tried once more.
 */
export abstract class WorkerBridge<Api extends WorkerApi> {
  readonly #create: () => Worker;
  readonly #stopped: Record<Stopped['stopped'], WorkProblem>;
  #lifetime: Lifetime<Api> | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  readonly #models = new Map<Role, LoadRequest>();
  #begun = 0;
  #disposed = 0;

  /** `reads`: what this worker reads, for the message that it stopped: "pictures". */
  constructor(create: () => Worker, reads: string) {
    this.#create = create;
    this.#stopped = {
      worker_lost: { code: 'worker_lost', message: `The part of the app that reads ${reads} stopped, twice in a row.` },
      timed_out: { code: 'timed_out', message: 'This step took too long and was stopped.' },
      cancelled: { code: 'cancelled', message: 'Cancelled.' },
    };
  }

  /** How often the worker had to be replaced. */
  get rebuilt(): number {
    return Math.max(0, this.#begun - 1);
  }

  async load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult> {
    const step = async (api: Remote<Api>): Promise<LoadResult> => loaderOf(api).load(request, proxy(onBytes));
    const result = await this.run(step, LOAD_LIMIT);
    if ('stopped' in result) {
      const message = `Loading the ${request.role} model stopped half-way. Try again.`;
      return { ok: false, problem: packProblem('model_unusable', message) };
    }
    if (result.value.ok) this.#models.set(request.role, { ...request, check: false });
    return result.value;
  }

  /** Ends the worker and frees its memory. Steps that run or wait are cancelled; the next one starts a new worker. */
  dispose(): void {
    this.#disposed += 1;
    this.#lifetime?.end();
    this.#lifetime = null;
  }

  /** Gives a replacement worker what the lost one held, its models excepted. */
  protected abstract restore(api: Remote<Api>): Promise<void>;

  protected async result<T>(
    step: Step<Api, WorkResult<T>>,
    limit: number,
    signal?: AbortSignal,
  ): Promise<WorkResult<T>> {
    const result = await this.run(step, limit, signal);
    return 'stopped' in result ? { ok: false, problem: this.#stopped[result.stopped] } : result.value;
  }

  /** Puts a step in the queue. An abort answers at once; the step itself finishes or is never begun. */
  protected async run<T>(step: Step<Api, T>, limit: number, signal?: AbortSignal): Promise<{ value: T } | Stopped> {
    const disposed = this.#disposed;
    const isOver = (): boolean => signal?.aborted === true || disposed !== this.#disposed;
    const turn = this.#tail.then(() => (isOver() ? CANCELLED : this.#twice(step, limit)));
    this.#tail = turn.catch(() => undefined);
    if (!signal) return turn;
    const { promise, resolve } = deferred<Stopped>();
    const cancel = (): void => resolve(CANCELLED);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await Promise.race([turn, promise]);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** A step for the worker that is there, such as to forget something: a new one would have nothing to forget. */
  protected tell(step: Step<Api, void>, limit: number): void {
    this.#tail = this.#tail.then(() => this.#lifetime && this.#once(step, limit)).catch(() => undefined);
  }

  async #twice<T>(step: Step<Api, T>, limit: number): Promise<{ value: T } | Stopped> {
    const first = await this.#once(step, limit);
    return 'stopped' in first && first.stopped !== 'cancelled' ? this.#once(step, limit) : first;
  }

  async #once<T>(step: Step<Api, T>, limit: number): Promise<{ value: T } | Stopped> {
    const { promise: hung, resolve } = deferred<Stopped['stopped']>();
    const watch = (milliseconds: number) => setTimeout(() => resolve('timed_out'), milliseconds);
    // A new worker first gets back what the old one held, models included; only then does the step's own time begin.
    let timer = watch(LOAD_LIMIT);
    const lifetime = this.#lifetime ?? this.#begin();
    try {
      const work = lifetime.restored.then(() => {
        clearTimeout(timer);
        timer = watch(limit);
        return step(lifetime.api);
      });
      const result = await Promise.race([work.then((value) => ({ value })), lifetime.death, hung]);
      if (typeof result !== 'string') return result;
      lifetime.end();
      if (this.#lifetime === lifetime) this.#lifetime = null;
      return { stopped: result };
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(): Lifetime<Api> {
    const worker = this.#create();
    const api = wrap<Api>(worker);
    const { promise: death, resolve } = deferred<Stopped['stopped']>();
    const over = new AbortController();
    worker.addEventListener('error', () => resolve('worker_lost'));
    worker.addEventListener('messageerror', () => resolve('worker_lost'));
    void watchLock(loaderOf(api), () => resolve('worker_lost'), over.signal);
    this.#begun += 1;
    this.#lifetime = {
      worker,
      api,
      restored: this.#restoreAll(api),
      death,
      end: () => {
        if (over.signal.aborted) return;
        resolve('cancelled');
        over.abort();
        loaderOf(api)[releaseProxy]();
        worker.terminate();
      },
    };
    return this.#lifetime;
  }

  async #restoreAll(api: Remote<Api>): Promise<void> {
    await this.restore(api);
    for (const request of this.#models.values())
      await loaderOf(api).load(
        request,
        proxy(() => undefined),
      );
  }
}

/** The part that every worker has; a type parameter hides it behind Comlink's types. */
function loaderOf(api: unknown): Remote<WorkerApi> {
  return api as Remote<WorkerApi>;
}

const CANCELLED: Stopped = { stopped: 'cancelled' };

let lifetimes = 0;

/** The worker holds a lock while it lives; getting the same lock means that it is gone. */
async function watchLock(api: Remote<WorkerApi>, onDeath: () => void, over: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const name = `goldcrest-worker-${crypto.randomUUID()}-${++lifetimes}`;
  try {
    await api.holdLock(name);
    await navigator.locks.request(name, { signal: over }, onDeath);
  } catch {
    // The bridge ended this worker itself.
  }
}
