import { expose } from 'comlink';

export const never = new Promise<never>(() => undefined);

/** Does a step of a worker: notes it, and waits as long as the test wants. */
export type Note = (step: string) => Promise<void>;

/** Workers that live in this process, note what they are asked, and can be told to hang or to die. */
export class Workshop {
  readonly log: string[] = [];
  readonly workers: EventTarget[] = [];
  readonly #ports: MessagePort[] = [];
  readonly #apiOf: (note: Note, worker: number) => object;
  behave: (step: string, worker: number) => Promise<void> | void = () => undefined;

  constructor(apiOf: (note: Note, worker: number) => object) {
    this.#apiOf = apiOf;
  }

  readonly create = (): Worker => {
    const { port1, port2 } = new MessageChannel();
    const number = this.workers.length + 1;
    const note: Note = async (step) => {
      this.log.push(`${number} ${step}`);
      await this.behave(step.split(' ')[0]!, number);
    };
    expose({ holdLock: () => never, ...this.#apiOf(note, number) }, port2);
    this.#ports.push(port1, port2);
    const worker = Object.assign(new EventTarget(), {
      postMessage: (message: unknown, transfer: Transferable[] = []) => {
        port1.postMessage(message, transfer);
      },
      terminate: () => {
        port1.close();
        port2.close();
      },
      start: () => undefined,
    });
    port1.addEventListener('message', ({ data }) => {
      worker.dispatchEvent(new MessageEvent('message', { data: data as unknown }));
    });
    port1.start();
    this.workers.push(worker);
    return worker as unknown as Worker;
  };

  crash(): void {
    this.workers.at(-1)!.dispatchEvent(new Event('error'));
  }

  close(): void {
    for (const port of this.#ports) port.close();
  }
}
