import type { ImageRef } from '../domain/observation';
import type { WorkResult } from '../runtime/protocol';

/**
 * What models gave for photos, kept as long as the photo is open. The same pixels are never given to a model twice: of 52
 * second looks 35 showed what the first did, and a run that is begun again with another place asks the same questions.
 */
export class Answers {
  readonly #known = new Map<string, WorkResult<unknown>>();

  /** The answer that is known, or that of `work`. One that fails is not kept: it may be tried again. */
  async take<T>(
    step: string,
    ref: ImageRef,
    details: unknown,
    work: () => Promise<WorkResult<T>>,
  ): Promise<WorkResult<T>> {
    const key = `${step} ${ref} ${JSON.stringify(details)}`;
    const known = this.#known.get(key);
    if (known) return known as WorkResult<T>;
    const answer = await work();
    if (answer.ok) this.#known.set(key, answer);
    return answer;
  }

  forget(ref: ImageRef): void {
    for (const key of this.#known.keys()) if (key.split(' ')[1] === ref) this.#known.delete(key);
  }

  /** For a model that replaces another. */
  forgetStep(step: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(`${step} `)) this.#known.delete(key);
  }
}
