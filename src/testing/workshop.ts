import { workerHere } from './worker-here';

export const never = new Promise<never>(() => undefined);

/** Does a step of a worker: notes it, and waits as long as the test wants. */
export type Note = (step: string) => Promise<void>;

/** Workers that live in this process, note what they are asked, and can be told to hang or to die. */
export class Workshop {
  readonly log: string[] = [];
  readonly workers: Worker[] = [];
  readonly #apiOf: (note: Note, worker: number) => object;
  behave: (step: string, worker: number) => Promise<void> | void = () => undefined;

  constructor(apiOf: (note: Note, worker: number) => object) {
    this.#apiOf = apiOf;
  }

  readonly create = (): Worker => {
    const number = this.workers.length + 1;
    const note: Note = async (step) => {
      this.log.push(`${number} ${step}`);
      await this.behave(step.split(' ')[0]!, number);
    };
    const worker = workerHere({ holdLock: () => never, ...this.#apiOf(note, number) });
    this.workers.push(worker);
    return worker;
  };

  crash(): void {
    this.workers.at(-1)!.dispatchEvent(new Event('error'));
  }

  close(): void {
    for (const worker of this.workers) worker.terminate();
  }
}
