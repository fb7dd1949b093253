import type { ImageRef } from '../domain/observation';
import type { WorkResult } from '../runtime/protocol';

type Work = () => Promise<WorkResult<unknown>>;

/**
 * The worker's queue of model steps, those begun before they were asked for, and what came of all of them. A photo that has
 * been opened is almost always looked at for birds, and the largest bird named, so the worker goes on while its answer is on
 * its way to the page and the page decides. A step that is never asked for costs its time. The same pixels are never given to
 * a model twice: a second look at a bird that fills its photo shows what the first did.
 */
export class LookAhead {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #steps = new Map<string, Work>();
  #waiting: Work[] = [];

  /** Runs a step after the ones before it: concurrent model runs hang some drivers. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(step);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Begins a step on an image once the next answer has been sent, which it would hold back, or when it is asked for. */
  begin(step: string, ref: ImageRef, details: unknown, work: Work): void {
    const key = keyOf(step, ref, details);
    if (!this.#steps.has(key)) this.#waiting.push(this.#enter(key, work));
  }

  /** To be called when an answer has been sent. A task of its own would come a quarter of a millisecond later. */
  answered(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const start of waiting) start().catch(() => undefined);
  }

  /** What came of the step, or comes of it once it is run. */
  take<T>(step: string, ref: ImageRef, details: unknown, work: () => Promise<WorkResult<T>>): Promise<WorkResult<T>> {
    const key = keyOf(step, ref, details);
    const run = this.#steps.get(key) ?? this.#enter(key, work);
    return run() as Promise<WorkResult<T>>;
  }

  forget(ref: ImageRef): void {
    for (const key of this.#steps.keys()) if (key.split(' ')[1] === ref) this.#steps.delete(key);
  }

  /** For a model that takes another's place. */
  forgetStep(step: string): void {
    for (const key of this.#steps.keys()) if (key.startsWith(`${step} `)) this.#steps.delete(key);
  }

  /** A step that runs once, when it is first asked to. One that fails may be tried again. */
  #enter(key: string, work: Work): Work {
    let running: ReturnType<Work> | null = null;
    const run = async (): ReturnType<Work> => {
      try {
        const answer = await (running ??= this.inTurn(work));
        if (!answer.ok) this.#drop(key, run);
        return answer;
      } catch (error) {
        this.#drop(key, run);
        throw error;
      }
    };
    this.#steps.set(key, run);
    return run;
  }

  #drop(key: string, run: Work): void {
    if (this.#steps.get(key) === run) this.#steps.delete(key);
  }
}

function keyOf(step: string, ref: ImageRef, details: unknown): string {
  return `${step} ${ref} ${JSON.stringify(details)}`;
}
