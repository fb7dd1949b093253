import { proxy, releaseProxy, wrap, type Remote } from 'comlink';
import { deferred } from '../runtime/deferred';
import {
  policyProblem,
  type Loaded,
  type PolicyApi,
  type PolicyErrorCode,
  type PolicyLoad,
  type PolicyResult,
  type Reply,
  type ReplyRequest,
} from './protocol';

export interface Limits {
  /** Loading a model, compiling included. */
  load: number;
  /** Between two pieces of a reply. The first one waits for the whole prompt to be read. */
  piece: number;
  /** After this long without work the worker is ended: the only way to give a graphics card its memory back. */
  idle: number;
}

const LIMITS: Limits = { load: 240_000, piece: 60_000, idle: 120_000 };

/** What a new worker may mend. */
const WORTH_ANOTHER_TRY: ReadonlySet<PolicyErrorCode> = new Set(['device_lost', 'worker_lost', 'timed_out']);

interface Lifetime {
  worker: Worker;
  api: Remote<PolicyApi>;
  loaded: Promise<PolicyResult<Loaded>>;
  death: Promise<PolicyResult<never>>;
  end: () => void;
}

/**
 * The one way to a language model in its worker. The model is loaded when it is first asked, the worker is ended when it
 * has been idle, and replaced when it dies, hangs or loses its device; the question is then asked once more.
 */
export class PolicyBridge {
  readonly #create: () => Worker;
  readonly #request: PolicyLoad;
  readonly #limits: Limits;
  #lifetime: Lifetime | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #begun = 0;

  constructor(create: () => Worker, request: PolicyLoad, limits: Partial<Limits> = {}) {
    this.#create = create;
    this.#request = request;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** How often the worker had to be replaced after a failure. */
  get rebuilt(): number {
    return Math.max(0, this.#begun - 1);
  }

  get running(): boolean {
    return this.#lifetime !== null;
  }

  /** Loads the model ahead of its first question. */
  async load(onBytes: (done: number, total: number) => void = () => undefined): Promise<PolicyResult<Loaded>> {
    clearTimeout(this.#idle);
    const lifetime = this.#lifetime ?? this.#begin(onBytes);
    const watch = new Watch(this.#limits.load, 'Loading the model took too long.');
    const loaded = await Promise.race([lifetime.loaded, lifetime.death, watch.expired]);
    watch.clear();
    if (!loaded.ok) this.#drop(lifetime);
    this.#rest();
    return loaded;
  }

  async reply(
    request: ReplyRequest,
    onPiece: (piece: string) => void,
    signal: AbortSignal,
  ): Promise<PolicyResult<Reply>> {
    const first = await this.#ask(request, onPiece, signal);
    if (first.ok || signal.aborted || !WORTH_ANOTHER_TRY.has(first.problem.code)) return first;
    return this.#ask(request, onPiece, signal);
  }

  /** Ends the worker and frees its memory. The next question starts a new one. */
  dispose(): void {
    clearTimeout(this.#idle);
    this.#lifetime?.end();
    this.#lifetime = null;
    this.#begun = 0;
  }

  async #ask(
    request: ReplyRequest,
    onPiece: (piece: string) => void,
    signal: AbortSignal,
  ): Promise<PolicyResult<Reply>> {
    if (signal.aborted) return CANCELLED;
    const { promise: cancelled, resolve } = deferred<PolicyResult<never>>();
    const cancel = (): void => resolve(CANCELLED);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const loaded = await Promise.race([this.load(), cancelled]);
      if (!loaded.ok) return loaded;
      return await this.#hear(request, onPiece, signal, cancelled);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Asks the model that is loaded. */
  async #hear(
    request: ReplyRequest,
    onPiece: (piece: string) => void,
    signal: AbortSignal,
    cancelled: Promise<PolicyResult<never>>,
  ): Promise<PolicyResult<Reply>> {
    const lifetime = this.#lifetime;
    if (!lifetime) return policyProblem('worker_lost', 'The model was put away while it was being asked.');
    clearTimeout(this.#idle);
    const watch = new Watch(this.#limits.piece, 'The model took too long to answer.');
    const stop = (): void => void lifetime.api.stop();
    signal.addEventListener('abort', stop, { once: true });
    let isOver = false;
    const hear = proxy((piece: string) => {
      // Pieces come by another port than the reply, and the last may come after it.
      if (isOver) return;
      watch.restart();
      onPiece(piece);
    });
    try {
      const result = await Promise.race([lifetime.api.reply(request, hear), lifetime.death, watch.expired, cancelled]);
      if (!result.ok && result.problem.code !== 'cancelled') this.#drop(lifetime);
      return result;
    } finally {
      isOver = true;
      watch.clear();
      signal.removeEventListener('abort', stop);
      this.#rest();
    }
  }

  #begin(onBytes: (done: number, total: number) => void): Lifetime {
    const worker = this.#create();
    const api = wrap<PolicyApi>(worker);
    const over = new AbortController();
    const death = new Promise<PolicyResult<never>>((resolve) => {
      const lost = (): void => resolve(policyProblem('worker_lost', 'The part of the app that thinks stopped.'));
      worker.addEventListener('error', lost);
      worker.addEventListener('messageerror', lost);
      void watchLock(api, lost, over.signal);
    });
    this.#begun += 1;
    this.#lifetime = {
      worker,
      api,
      loaded: api.load(this.#request, proxy(onBytes)),
      death,
      end: () => {
        over.abort();
        api[releaseProxy]();
        worker.terminate();
      },
    };
    return this.#lifetime;
  }

  #drop(lifetime: Lifetime): void {
    lifetime.end();
    if (this.#lifetime === lifetime) this.#lifetime = null;
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#lifetime) this.#idle = setTimeout(() => this.dispose(), this.#limits.idle);
  }
}

const CANCELLED = policyProblem('cancelled', 'Cancelled.');

/** Expires when nothing was heard for a while. */
class Watch {
  readonly expired: Promise<PolicyResult<never>>;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expire: () => void = () => undefined;

  constructor(milliseconds: number, message: string) {
    this.#milliseconds = milliseconds;
    this.expired = new Promise((resolve) => {
      this.#expire = () => resolve(policyProblem('timed_out', message));
    });
    this.restart();
  }

  restart(): void {
    this.clear();
    this.#timer = setTimeout(this.#expire, this.#milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** The worker holds a lock while it lives; getting the same lock means that it is gone. */
async function watchLock(api: Remote<PolicyApi>, onDeath: () => void, over: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const name = `goldcrest-policy-${crypto.randomUUID()}`;
  try {
    await api.holdLock(name);
    await navigator.locks.request(name, { signal: over }, onDeath);
  } catch {
    // The bridge ended this worker itself.
  }
}
