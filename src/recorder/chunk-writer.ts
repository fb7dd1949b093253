import { encodePcm16 } from '../media/sound/wav';
import type { StorageProblem, Stored } from '../storage/database';

interface ChunkStore {
  append: (recording: string, index: number, samples: Int16Array<ArrayBuffer>) => Promise<Stored>;
}

/**
 * Stores a recording a second at a time, in order. What finds no room stays in memory, and everything after it too, so
 * that nothing recorded is lost as long as the page lives.
 */
export class ChunkWriter {
  readonly #store: ChunkStore;
  readonly #recording: string;
  readonly #sampleRate: number;
  readonly #onProblem: (problem: StorageProblem) => void;
  readonly #chunk: Int16Array<ArrayBuffer>;
  #filled = 0;
  #index = 0;
  #received = 0;
  #tail: Promise<void> = Promise.resolve();
  #failed = false;
  /** What is only in memory. */
  readonly unstored: Int16Array<ArrayBuffer>[] = [];

  constructor(
    store: ChunkStore,
    { id, sampleRate }: { id: string; sampleRate: number },
    onProblem: (problem: StorageProblem) => void,
  ) {
    this.#store = store;
    this.#recording = id;
    this.#sampleRate = sampleRate;
    this.#onProblem = onProblem;
    this.#chunk = new Int16Array(sampleRate);
  }

  /** How much was recorded. */
  get seconds(): number {
    return this.#received / this.#sampleRate;
  }

  push(block: Float32Array): void {
    const samples = new Int16Array(encodePcm16([block]).buffer);
    this.#received += samples.length;
    for (let done = 0; done < samples.length;) {
      const part = samples.subarray(done, done + this.#chunk.length - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      done += part.length;
      if (this.#filled === this.#chunk.length) this.#hand();
    }
  }

  /** Stores the last, unfinished chunk and waits until everything is stored. */
  async finish(): Promise<void> {
    if (this.#filled > 0) this.#hand();
    await this.#tail;
  }

  #hand(): void {
    const chunk = this.#chunk.slice(0, this.#filled);
    this.#filled = 0;
    this.#tail = this.#tail.then(() => this.#write(chunk));
  }

  async #write(chunk: Int16Array<ArrayBuffer>): Promise<void> {
    // Once a chunk is missing, a later one would be joined to the wrong place.
    if (this.#failed) {
      this.unstored.push(chunk);
      return;
    }
    const stored = await this.#store.append(this.#recording, this.#index, chunk);
    if (stored.ok) {
      this.#index += 1;
      return;
    }
    this.#failed = true;
    this.unstored.push(chunk);
    this.#onProblem(stored.problem);
  }
}
