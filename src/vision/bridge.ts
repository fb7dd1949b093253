import { proxy, releaseProxy, wrap, type Remote } from 'comlink';
import { deferred } from './deferred';
import type { Box, Size } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { photoProblem } from '../media/problems';
import { packProblem } from '../packs/errors';
import type { Role } from '../packs/manifest';
import type { PixelStatistics } from '../tools/quality_gate/pixels';
import type {
  Detections,
  LoadRequest,
  LoadResult,
  OpenResult,
  ViewRecipe,
  VisionApi,
  VisionProblem,
  VisionResult,
} from './protocol';

/** After this long without an answer the worker counts as hung. Generous: a slow phone must not be mistaken for it. */
const LIMIT = { open: 60_000, load: 180_000, run: 45_000, pixels: 15_000 } as const;

interface Lifetime {
  worker: Worker;
  api: Remote<VisionApi>;
  /** Settles when the worker has back what an earlier one held. */
  restored: Promise<void>;
  /** Settles when the worker has died. */
  death: Promise<'worker_lost'>;
  end: () => void;
}

type Step<T> = (api: Remote<VisionApi>) => Promise<T>;
interface Stopped {
  stopped: 'worker_lost' | 'timed_out' | 'cancelled';
}

/**
 * The one way to the vision worker. Steps run one at a time, because concurrent runs hang some drivers; a step can be
 * abandoned at once; a worker that dies or hangs is replaced, given its photos, views and models back, and the step is
 * tried once more.
 */
export class VisionBridge {
  readonly #create: () => Worker;
  #lifetime: Lifetime | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  readonly #photos = new Map<ImageRef, Blob>();
  readonly #views = new Map<ImageRef, ViewRecipe>();
  readonly #models = new Map<Role, LoadRequest>();
  #begun = 0;

  constructor(create: () => Worker) {
    this.#create = create;
  }

  /** How often the worker had to be replaced. */
  get rebuilt(): number {
    return Math.max(0, this.#begun - 1);
  }

  async open(ref: ImageRef, blob: Blob): Promise<OpenResult> {
    const result = await this.#run<OpenResult>(async (api) => api.open(ref, blob), LIMIT.open);
    if ('stopped' in result) return { ok: false, problem: photoProblem('worker_lost') };
    if (result.value.ok) this.#photos.set(ref, blob);
    return result.value;
  }

  close(ref: ImageRef): void {
    this.#photos.delete(ref);
    for (const view of this.#views.keys()) if (view.startsWith(`${ref}.`)) this.#views.delete(view);
    void this.#run(async (api) => api.close(ref), LIMIT.pixels);
  }

  async makeView(ref: ImageRef, recipe: ViewRecipe, signal?: AbortSignal): Promise<VisionResult<Size>> {
    const result = await this.#result((api) => api.makeView(ref, recipe), LIMIT.pixels, signal);
    if (result.ok) this.#views.set(ref, recipe);
    return result;
  }

  async picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    const result = await this.#run((api) => api.picture(ref, region, maxSide), LIMIT.pixels);
    return 'stopped' in result ? null : result.value;
  }

  measure(ref: ImageRef, region: Box, signal?: AbortSignal): Promise<VisionResult<PixelStatistics>> {
    return this.#result((api) => api.measure(ref, region), LIMIT.pixels, signal);
  }

  detect(ref: ImageRef, signal?: AbortSignal): Promise<VisionResult<Detections>> {
    return this.#result((api) => api.detect(ref), LIMIT.run, signal);
  }

  classify(ref: ImageRef, region: Box, signal?: AbortSignal): Promise<VisionResult<Float32Array>> {
    return this.#result((api) => api.classify(ref, region), LIMIT.run, signal);
  }

  geo(rows: [number, number, number][], signal?: AbortSignal): Promise<VisionResult<Float32Array>> {
    return this.#result((api) => api.geo(rows), LIMIT.run, signal);
  }

  async load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult> {
    const result = await this.#run<LoadResult>(async (api) => api.load(request, proxy(onBytes)), LIMIT.load);
    if ('stopped' in result) {
      const message = `Loading the ${request.role} model stopped half-way. Try again.`;
      return { ok: false, problem: packProblem('model_unusable', message) };
    }
    if (result.value.ok) this.#models.set(request.role, { ...request, check: false });
    return result.value;
  }

  /** Ends the worker and frees its memory. The next step starts a new one. */
  dispose(): void {
    this.#lifetime?.end();
    this.#lifetime = null;
  }

  async #result<T>(step: Step<VisionResult<T>>, limit: number, signal?: AbortSignal): Promise<VisionResult<T>> {
    const result = await this.#run(step, limit, signal);
    return 'stopped' in result ? { ok: false, problem: STOPPED[result.stopped] } : result.value;
  }

  /** Puts a step in the queue. An abort answers at once; the step itself finishes or is never begun. */
  async #run<T>(step: Step<T>, limit: number, signal?: AbortSignal): Promise<{ value: T } | Stopped> {
    const turn = this.#tail.then(() => (signal?.aborted ? CANCELLED : this.#twice(step, limit)));
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

  async #twice<T>(step: Step<T>, limit: number): Promise<{ value: T } | Stopped> {
    const first = await this.#once(step, limit);
    return 'stopped' in first ? this.#once(step, limit) : first;
  }

  async #once<T>(step: Step<T>, limit: number): Promise<{ value: T } | Stopped> {
    const { promise: hung, resolve } = deferred<'timed_out'>();
    const watch = (milliseconds: number) => setTimeout(() => resolve('timed_out'), milliseconds);
    // A new worker first gets back what the old one held, models included; only then does the step's own time begin.
    let timer = watch(LIMIT.load);
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

  #begin(): Lifetime {
    const worker = this.#create();
    const api = wrap<VisionApi>(worker);
    const { promise: death, resolve } = deferred<'worker_lost'>();
    const over = new AbortController();
    worker.addEventListener('error', () => resolve('worker_lost'));
    worker.addEventListener('messageerror', () => resolve('worker_lost'));
    void watchLock(api, () => resolve('worker_lost'), over.signal);
    this.#begun += 1;
    this.#lifetime = {
      worker,
      api,
      restored: this.#restore(api),
      death,
      end: () => {
        over.abort();
        api[releaseProxy]();
        worker.terminate();
      },
    };
    return this.#lifetime;
  }

  /** Gives a replacement worker what the lost one held. */
  async #restore(api: Remote<VisionApi>): Promise<void> {
    for (const [ref, blob] of this.#photos) await api.open(ref, blob);
    for (const [ref, recipe] of this.#views) await api.makeView(ref, recipe);
    for (const request of this.#models.values())
      await api.load(
        request,
        proxy(() => undefined),
      );
  }
}

const CANCELLED: Stopped = { stopped: 'cancelled' };

const STOPPED: Record<Stopped['stopped'], VisionProblem> = {
  worker_lost: { code: 'worker_lost', message: 'The part of the app that reads pictures stopped, twice in a row.' },
  timed_out: { code: 'timed_out', message: 'This step took too long and was stopped.' },
  cancelled: { code: 'cancelled', message: 'Cancelled.' },
};

let lifetimes = 0;

/** The worker holds a lock while it lives; getting the same lock means that it is gone. */
async function watchLock(api: Remote<VisionApi>, onDeath: () => void, over: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const name = `goldcrest-vision-${crypto.randomUUID()}-${++lifetimes}`;
  try {
    await api.holdLock(name);
    await navigator.locks.request(name, { signal: over }, onDeath);
  } catch {
    // The bridge ended this worker itself.
  }
}
