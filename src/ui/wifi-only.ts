import { installProblem, type InstallResult } from '../packs/download/errors';

/** What matters here about the network. */
export interface Line {
  /** Whether packs may be fetched on it now. */
  allowed: () => boolean;
  onChange: (callback: () => void, signal: AbortSignal) => void;
}

export interface Fetching {
  step: () => Promise<InstallResult<void>>;
  /** Ends the step as cancelled, and keeps what has arrived. */
  interrupt: () => void;
  onGoing: () => void;
  onWaiting: () => void;
}

/** Lets a download continue only on a network that the person allows, and waits for one as long as it takes. */
export class WifiOnly {
  readonly #line: Line;
  #stopped = false;
  #wake: () => void = () => undefined;

  constructor(line: Line) {
    this.#line = line;
  }

  async run({ step, interrupt, onGoing, onWaiting }: Fetching): Promise<InstallResult<void>> {
    this.#stopped = false;
    for (;;) {
      if (this.#line.allowed()) {
        onGoing();
        const over = new AbortController();
        this.#line.onChange(() => {
          if (!this.#line.allowed()) interrupt();
        }, over.signal);
        const result = await step();
        over.abort();
        const lost = !result.ok && result.problem.code === 'cancelled' && !this.#line.allowed();
        if (!lost || this.#isStopped()) return result;
      }
      onWaiting();
      await this.#untilAllowed();
      if (this.#isStopped()) return { ok: false, problem: installProblem('cancelled', 'Stopped.') };
    }
  }

  /** The person does not want to wait any longer. */
  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** A function, because it changes while a step is awaited. */
  #isStopped(): boolean {
    return this.#stopped;
  }

  #untilAllowed(): Promise<void> {
    return new Promise((done) => {
      const over = new AbortController();
      const look = (): void => {
        if (!this.#line.allowed() && !this.#isStopped()) return;
        over.abort();
        done();
      };
      this.#line.onChange(look, over.signal);
      this.#wake = look;
      look();
    });
  }
}
