import type { ProgressCallbacks } from '../agent/environment';

/** Milliseconds between two notifications about the same stage: a bar does not move faster. */
const PAUSE = 200;

const STAGES = {
  loading_model: 'Loading a model',
  preparing_place: 'Reading which birds live there',
  measuring: 'Measuring the recording',
  listening: 'Listening',
} as const;

export type Notify = (progress: number, message: string) => void;

/**
 * What a call reports while it runs, as MCP wants it: a number that only grows. Every stage counts one; how many there
 * will be is not known before.
 */
export class Progress {
  readonly #notify: Notify;
  #stage = '';
  #begun = 0;
  #last = 0;
  #at = -Infinity;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Something new begins. */
  readonly step = (message: string): void => {
    this.#begun = Math.floor(this.#last) + 1;
    this.#stage = '';
    this.#tell(this.#begun, message);
  };

  readonly listeners: ProgressCallbacks = {
    onProgress: (stage, done, total) => {
      const share = total > 0 ? Math.min(1, done / total) : 0;
      if (stage !== this.#stage) {
        this.#begun = Math.floor(this.#last) + 1;
        this.#stage = stage;
      } else if (share < 1 && performance.now() - this.#at < PAUSE) return;
      this.#tell(this.#begun + 0.99 * share, `${STAGES[stage]}: ${Math.round(100 * share)} %`);
    },
    onHeard: () => undefined,
  };

  #tell(progress: number, message: string): void {
    if (progress <= this.#last) return;
    this.#last = progress;
    this.#at = performance.now();
    this.#notify(progress, message);
  }
}
