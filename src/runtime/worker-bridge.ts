import { releaseProxy, wrap, type Remote } from 'comlink';
import type { Result } from '../domain/result';

/** What every worker can do. */
export interface HoldsLock {
  /** Holds a lock of this name for as long as the worker lives, so that the page learns of its death at once. Resolves when held. */
  holdLock(name: string): Promise<void>;
}

/** Why a step has no answer. */
export type StopReason = 'worker_lost' | 'timed_out' | 'cancelled';

export interface StepOptions<T> {
  /** After this many milliseconds without an answer the worker counts as hung. */
  limit: number;
  signal?: AbortSignal | undefined;
  /** Whether this value means that the worker must be ended, and the step tried once more in a new one. */
  verdict?: (value: T) => 'keep' | 'end' | 'retry';
}

/** `alive` restarts the time limit, for a step that answers in pieces. */
type Step<Api, T> = (api: Remote<Api>, alive: () => void) => Promise<T>;

interface Lifetime<Api> {
  api: Remote<Api>;
  /** Settles when the worker has restored what an earlier one held. */
  restored: Promise<void>;
  /** Settles when the worker has died, or was ended. */
  death: Promise<StopReason>;
  end: () => void;
}

/**
 * The bridge to a worker. Steps run one at a time, because concurrent runs hang some drivers; a step can be cancelled
 * at once; a worker that dies or hangs is replaced by one with the same contents, and the step is tried once more.
 */
export abstract class WorkerBridge<Api extends HoldsLock> {
  readonly #create: () => Worker;
  readonly #loadLimit: number;
  #lifetime: Lifetime<Api> | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  #disposed = 0;
  #lost = 0;

  /** `loadLimit`: how long a new worker may take to restore what the old one held, in milliseconds. */
  constructor(create: () => Worker, loadLimit: number) {
    this.#create = create;
    this.#loadLimit = loadLimit;
  }

  /** How many workers were lost: dead, hung or unusable. */
  get lost(): number {
    return this.#lost;
  }

  get running(): boolean {
    return this.#lifetime !== null;
  }

  /** Ends the worker and frees its memory. Steps that run or wait are cancelled; the next one starts a new worker. */
  dispose(): void {
    this.#disposed += 1;
    this.#lifetime?.end();
    this.#lifetime = null;
  }

  /** Restores in a new worker what the lost one held. */
  protected abstract restore(api: Remote<Api>): Promise<void>;

  /** Puts a step in the queue. An abort answers at once; the step itself finishes or is never begun. */
  protected async run<T>(step: Step<Api, T>, options: StepOptions<T>): Promise<Result<T, StopReason>> {
    const { signal } = options;
    const disposed = this.#disposed;
    const isOver = (): boolean => signal?.aborted === true || disposed !== this.#disposed;
    const turn = this.#tail.then(() => (isOver() ? CANCELLED : this.#twice(step, options, isOver)));
    this.#tail = turn.catch(() => undefined);
    if (!signal) return turn;
    const { promise, resolve } = deferred<Result<T, StopReason>>();
    const cancel = (): void => resolve(CANCELLED);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await Promise.race([turn, promise]);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** A step for the running worker only, such as to forget something: a new one would have nothing to forget. */
  protected tell(step: Step<Api, void>, limit: number): void {
    this.#tail = this.#tail.then(() => this.#lifetime && this.#once(step, { limit })).catch(() => undefined);
  }

  async #twice<T>(step: Step<Api, T>, options: StepOptions<T>, isOver: () => boolean): Promise<Result<T, StopReason>> {
    const first = await this.#once(step, options);
    const isWorthAnother = first.ok ? options.verdict?.(first.value) === 'retry' : first.problem !== 'cancelled';
    return isWorthAnother && !isOver() ? this.#once(step, options) : first;
  }

  async #once<T>(step: Step<Api, T>, { limit, verdict }: StepOptions<T>): Promise<Result<T, StopReason>> {
    const { promise: hung, resolve } = deferred<StopReason>();
    const watch = (milliseconds: number) => setTimeout(() => resolve('timed_out'), milliseconds);
    // A new worker first gets back what the old one held, models included; only then does the step's own time begin.
    let timer = watch(this.#loadLimit);
    const alive = (): void => {
      clearTimeout(timer);
      timer = watch(limit);
    };
    const lifetime = this.#lifetime ?? this.#begin();
    try {
      const work = lifetime.restored.then(() => {
        alive();
        return step(lifetime.api, alive);
      });
      const result = await Promise.race([
        work.then((value) => ({ ok: true as const, value })),
        Promise.race([lifetime.death, hung]).then((problem) => ({ ok: false as const, problem })),
      ]);
      if (!result.ok || (verdict && verdict(result.value) !== 'keep')) this.#drop(lifetime);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }

  #drop(lifetime: Lifetime<Api>): void {
    lifetime.end();
    if (this.#lifetime !== lifetime) return;
    this.#lifetime = null;
    this.#lost += 1;
  }

  #begin(): Lifetime<Api> {
    const worker = this.#create();
    const api = wrap<Api>(worker);
    const { promise: death, resolve } = deferred<StopReason>();
    const over = new AbortController();
    worker.addEventListener('error', () => resolve('worker_lost'));
    worker.addEventListener('messageerror', () => resolve('worker_lost'));
    // With a type parameter, Comlink's types hide what every worker has.
    const held = api as unknown as Remote<HoldsLock>;
    void watchLock(held, () => resolve('worker_lost'), over.signal);
    const end = (): void => {
      if (over.signal.aborted) return;
      resolve('cancelled');
      over.abort();
      held[releaseProxy]();
      worker.terminate();
    };
    this.#lifetime = { api, restored: this.restore(api), death, end };
    return this.#lifetime;
  }
}

const CANCELLED = { ok: false, problem: 'cancelled' } as const;

let lifetimes = 0;

/** The worker holds a lock while it lives; getting the same lock means that it is gone. */
async function watchLock(api: Remote<HoldsLock>, onDeath: () => void, over: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const name = `goldcrest-worker-${crypto.randomUUID()}-${++lifetimes}`;
  try {
    await api.holdLock(name);
    await navigator.locks.request(name, { signal: over }, onDeath);
  } catch {
    // The bridge ended this worker itself.
  }
}

/** A promise that is settled from outside. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
