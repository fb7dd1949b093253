import { Recorder } from '../../recorder/recorder';
import type { Place } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import type { RecordingStore } from '../../storage/recordings';
import type { Problem } from '../problem';
import { LiveEar } from './live-ear.svelte';
import type { Processing } from '../../recorder/microphone';
import { microphoneWords } from '../words/microphone';

export interface FinishedRecording {
  id: string;
  /** ISO time at which it began. */
  at: string;
  file: Blob | null;
  problem: Problem | null;
}

type Block = (samples: Float32Array) => void;

/** The recording on the screen. */
export class Recording {
  phase = $state<'idle' | 'asking' | 'listening' | 'ending'>('idle');
  seconds = $state(0);
  /** The browser gives no samples at the moment. */
  interrupted = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** How the sound comes from the microphone. */
  processing = $state('');
  processed = $state(false);
  microphone = $state('');
  sampleRate = $state(0);
  /** Names the birds while the recording runs. */
  readonly live: LiveEar;
  readonly #store: RecordingStore;
  readonly #onFinished: (finished: FinishedRecording) => void;
  #listeners: readonly Block[] = [];
  #recorder: Recorder | null = null;
  #thrownAway = false;

  constructor(app: Goldcrest, place: () => Place | null, onFinished: (finished: FinishedRecording) => void) {
    this.live = new LiveEar(app, place);
    this.#store = app.recordings;
    this.#onFinished = onFinished;
  }

  async start(): Promise<void> {
    if (this.phase !== 'idle') return;
    this.phase = 'asking';
    this.problem = null;
    this.seconds = 0;
    this.#thrownAway = false;
    const started = await Recorder.start(this.#store, {
      block: (samples) => {
        this.#hand(samples);
      },
      interrupted: (is) => {
        this.interrupted = is;
      },
      unstored: () => {
        this.problem = microphoneWords.unstored;
      },
      ended: (end) => {
        void this.#finish(end === 'stopped' ? null : microphoneWords.ended[end]);
      },
    });
    if (!started.ok) {
      this.problem = microphoneWords.refusal[started.problem];
      this.phase = 'idle';
      return;
    }
    this.#recorder = started.value;
    const { microphone, sampleRate } = started.value;
    this.sampleRate = sampleRate;
    this.microphone = microphone.label;
    this.processed = microphone.processed.length > 0;
    this.processing = processingSentence(microphone.processed, microphone.untold);
    this.live.start(sampleRate);
    this.phase = 'listening';
  }

  /** Calls back with every block until the returned function is called. */
  readonly listen = (onblock: Block): (() => void) => {
    this.#listeners = [...this.#listeners, onblock];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== onblock);
    };
  };

  async stop(): Promise<void> {
    if (this.phase !== 'listening') return;
    this.phase = 'ending';
    await this.#recorder?.stop();
  }

  async throwAway(): Promise<void> {
    this.#thrownAway = true;
    await this.stop();
  }

  #hand(samples: Float32Array): void {
    const whole = Math.floor(this.#recorder?.seconds ?? 0);
    if (whole !== this.seconds) this.seconds = whole;
    for (const listener of this.#listeners) listener(samples);
    this.live.push(samples);
  }

  async #finish(problem: Problem | null): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (!recorder) return;
    this.live.stop();
    this.phase = 'ending';
    if (this.#thrownAway) await this.#store.remove(recorder.id);
    const file = this.#thrownAway ? null : await recorder.file();
    this.phase = 'idle';
    this.#onFinished({ id: recorder.id, at: recorder.at, file, problem });
  }
}

/** What the browser does to the sound, in a sentence. */
function processingSentence(processed: readonly Processing[], untold: readonly Processing[]): string {
  const say = microphoneWords.processing;
  if (processed.length) return say.on(processed);
  return untold.length ? say.untold(untold) : say.none;
}
