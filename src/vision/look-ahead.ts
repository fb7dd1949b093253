import type { ImageRef } from '../domain/observation';

/**
 * The worker's queue of model steps, and those begun before they were asked for. A photo that has been opened is almost
 * always looked at for birds, and the largest bird named, so the worker goes on while its answer is on its way to the
 * page and the page decides. A step that is never asked for costs its time and is forgotten.
 */
export class LookAhead {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #begun = new Map<string, () => Promise<unknown>>();
  #waiting: (() => Promise<unknown>)[] = [];

  /** Runs a step after the ones before it: concurrent model runs hang some drivers. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(step);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Begins a step on an image once the next answer has been sent, which it would hold back, or when it is asked for. */
  begin(step: string, ref: ImageRef, details: unknown, work: () => Promise<unknown>): void {
    let running: Promise<unknown> | null = null;
    const start = (): Promise<unknown> => (running ??= this.inTurn(work));
    this.#begun.set(keyOf(step, ref, details), start);
    this.#waiting.push(start);
  }

  /** To be called when an answer has been sent. A task of its own would come a quarter of a millisecond later. */
  answered(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const start of waiting) start().catch(() => undefined);
  }

  /** What was begun, once; else the step is run now. */
  async take<T>(step: string, ref: ImageRef, details: unknown, work: () => Promise<T>): Promise<T> {
    const key = keyOf(step, ref, details);
    const begun = this.#begun.get(key) as (() => Promise<T>) | undefined;
    this.#begun.delete(key);
    return begun ? begun() : this.inTurn(work);
  }

  forget(ref: ImageRef): void {
    for (const key of this.#begun.keys()) if (key.split(' ')[1] === ref) this.#begun.delete(key);
  }
}

function keyOf(step: string, ref: ImageRef, details: unknown): string {
  return `${step} ${ref} ${JSON.stringify(details)}`;
}
