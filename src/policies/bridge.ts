import { proxy, type Remote } from 'comlink';
import { WorkerBridge, type StopReason } from '../runtime/worker-bridge';
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

/** Problems that a new worker may solve. */
const WORTH_ANOTHER_TRY: ReadonlySet<PolicyErrorCode> = new Set(['device_lost', 'worker_lost', 'timed_out']);

const STOPPED: Record<StopReason, PolicyResult<never>> = {
  worker_lost: policyProblem('worker_lost', 'The language model stopped unexpectedly.'),
  timed_out: policyProblem('timed_out', 'The language model took too long and was stopped.'),
  cancelled: policyProblem('cancelled', 'Cancelled.'),
};

/**
 * The way to a language model in its worker. The model is loaded when it is first asked, and the worker is ended when it has
 * been idle; a model that loses its device is loaded again, as after the death of a worker.
 */
export class PolicyBridge extends WorkerBridge<PolicyApi> {
  readonly #request: PolicyLoad;
  readonly #limits: Limits;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #busy = 0;
  #loaded: PolicyResult<Loaded> = STOPPED.worker_lost;
  #onBytes: (done: number, total: number) => void = () => undefined;

  constructor(create: () => Worker, request: PolicyLoad, limits: Partial<Limits> = {}) {
    const all = { ...LIMITS, ...limits };
    super(create, all.load);
    this.#request = request;
    this.#limits = all;
  }

  /** Loads the model ahead of its first question. */
  load(onBytes: (done: number, total: number) => void = () => undefined): Promise<PolicyResult<Loaded>> {
    this.#onBytes = onBytes;
    return this.#ask(() => Promise.resolve(this.#loaded));
  }

  reply(request: ReplyRequest, onPiece: (piece: string) => void, signal: AbortSignal): Promise<PolicyResult<Reply>> {
    return this.#ask(async (api, alive) => {
      if (!this.#loaded.ok) return this.#loaded;
      if (signal.aborted) return STOPPED.cancelled;
      const stop = (): void => void api.stop();
      signal.addEventListener('abort', stop, { once: true });
      let isOver = false;
      const take = proxy((piece: string) => {
        // Pieces come by another port than the reply, and the last may come after it.
        if (isOver || signal.aborted) return;
        alive();
        onPiece(piece);
      });
      try {
        return await api.reply(request, take);
      } finally {
        isOver = true;
        signal.removeEventListener('abort', stop);
      }
    }, signal);
  }

  override dispose(): void {
    clearTimeout(this.#idle);
    super.dispose();
  }

  protected override async restore(api: Remote<PolicyApi>): Promise<void> {
    this.#loaded = await api.load(
      this.#request,
      proxy((done: number, total: number) => this.#onBytes(done, total)),
    );
  }

  async #ask<T>(
    step: (api: Remote<PolicyApi>, alive: () => void) => Promise<PolicyResult<T>>,
    signal?: AbortSignal,
  ): Promise<PolicyResult<T>> {
    clearTimeout(this.#idle);
    this.#busy += 1;
    const result = await this.run(step, { limit: this.#limits.piece, signal, verdict: verdictOn });
    this.#busy -= 1;
    if (this.#busy === 0 && this.running) this.#idle = setTimeout(() => this.dispose(), this.#limits.idle);
    return result.ok ? result.value : STOPPED[result.problem];
  }
}

function verdictOn(result: PolicyResult<unknown>): 'keep' | 'end' | 'retry' {
  if (result.ok || result.problem.code === 'cancelled') return 'keep';
  return WORTH_ANOTHER_TRY.has(result.problem.code) ? 'retry' : 'end';
}
