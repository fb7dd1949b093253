import type { ImageRef } from '../domain/observation';
import { deferred } from '../inference/deferred';

/**
 * The worker's queue of model steps, and those begun before they were asked for. A photo that has been opened is almost
 * always looked at for birds, and the largest bird named, so the worker goes on while its answer is on its way to the
 * page and the page decides. A step that is never asked for costs its time and is forgotten.
 */
export class LookAhead {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #begun = new Map<string, Promise<unknown>>();

  /** Runs a step after the ones before it: concurrent model runs hang some drivers. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(step);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Begins a step on an image once the answer under way has been sent. */
  begin(step: string, ref: ImageRef, details: unknown, work: () => Promise<unknown>): void {
    const { promise, resolve } = deferred<unknown>();
    this.#begun.set(keyOf(step, ref, details), promise);
    afterAnswering(() => resolve(this.inTurn(work)));
  }

  /** What was begun, once; else the step is run now. */
  async take<T>(step: string, ref: ImageRef, details: unknown, work: () => Promise<T>): Promise<T> {
    const key = keyOf(step, ref, details);
    const begun = this.#begun.get(key) as Promise<T> | undefined;
    this.#begun.delete(key);
    return begun ?? this.inTurn(work);
  }

  forget(ref: ImageRef): void {
    for (const key of this.#begun.keys()) if (key.split(' ')[1] === ref) this.#begun.delete(key);
  }
}

/** A task of its own, sooner than a timer would be. */
function afterAnswering(task: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(null);
}

function keyOf(step: string, ref: ImageRef, details: unknown): string {
  return `${step} ${ref} ${JSON.stringify(details)}`;
}
