import type { Result } from '../domain/result';
import type { StorageProblem } from '../storage/database';
import { recordingLock, type RecordingStore } from '../storage/recordings';
import { startCapture, type Capture } from './capture';
import { ChunkWriter } from './chunk-writer';
import { openMicrophone, type Microphone, type MicrophoneProblem } from './microphone';
import { WakeLock } from './wake-lock';

/** Why a recording is over. */
export const RECORDER_ENDS = ['stopped', 'microphone_lost', 'storage_full'] as const;
export type RecorderEnd = (typeof RECORDER_ENDS)[number];

export interface RecorderEvents {
  block: (samples: Float32Array) => void;
  /** The browser stopped giving samples, or gives them again. */
  interrupted: (is: boolean) => void;
  /** Chunks can no longer be stored, but the recording goes on in memory. */
  unstored: (problem: StorageProblem) => void;
  ended: (end: RecorderEnd) => void;
}

export type RecorderResult = Result<Recorder, MicrophoneProblem>;

/** One recording, from the microphone's first sample to the file. */
export class Recorder {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly microphone: Microphone;
  readonly #store: RecordingStore;
  readonly #events: RecorderEvents;
  readonly #wakeLock = new WakeLock();
  #capture: Capture | null = null;
  #writer: ChunkWriter | null = null;
  #over: Promise<void> | null = null;
  #letGo: () => void = () => undefined;

  private constructor(store: RecordingStore, microphone: Microphone, events: RecorderEvents) {
    this.id = crypto.randomUUID();
    this.at = new Date().toISOString();
    this.microphone = microphone;
    this.#store = store;
    this.#events = events;
  }

  static async start(store: RecordingStore, events: RecorderEvents): Promise<RecorderResult> {
    const microphone = await openMicrophone();
    if (!microphone.ok) return microphone;
    const recorder = new Recorder(store, microphone.value, events);
    try {
      await recorder.#begin();
      return { ok: true, value: recorder };
    } catch {
      for (const track of microphone.value.stream.getTracks()) track.stop();
      return { ok: false, problem: 'unsupported' };
    }
  }

  get sampleRate(): number {
    return this.#capture?.sampleRate ?? 0;
  }

  get seconds(): number {
    return this.#writer?.seconds ?? 0;
  }

  /** Ends it at the user's request. Resolves when every sample is stored. */
  stop(): Promise<void> {
    return this.#finish('stopped');
  }

  /** What was recorded, as a WAV file; null where there was nothing. */
  async file(): Promise<Blob | null> {
    await this.#over;
    return this.#store.file(this, this.#writer?.unstored ?? []);
  }

  async #begin(): Promise<void> {
    const pending: Float32Array[] = [];
    let writer: ChunkWriter | null = null;
    this.#capture = await startCapture(this.microphone.stream, {
      block: (samples) => {
        if (writer) writer.push(samples);
        else pending.push(samples);
        this.#events.block(samples);
      },
      change: () => {
        this.#events.interrupted(this.#capture?.isRunning() === false);
      },
    });
    const { sampleRate } = this.#capture;
    const begun = await this.#store.begin({ id: this.id, at: this.at, sampleRate });
    writer = new ChunkWriter(this.#store, { id: this.id, sampleRate }, (problem) => {
      this.#cannotStore(problem);
    });
    this.#writer = writer;
    for (const samples of pending) writer.push(samples);
    if (!begun.ok) this.#cannotStore(begun.problem);
    this.microphone.track.addEventListener('ended', () => void this.#finish('microphone_lost'));
    document.addEventListener('visibilitychange', this.#onVisible);
    this.#holdLock();
    await this.#wakeLock.hold();
  }

  /** A full device ends the recording while there is still a choice; one that never keeps anything only gets a warning. */
  #cannotStore(problem: StorageProblem): void {
    if (problem.code === 'storage_full') void this.#finish('storage_full');
    else this.#events.unstored(problem);
  }

  #finish(end: RecorderEnd): Promise<void> {
    this.#over ??= this.#end(end);
    return this.#over;
  }

  async #end(end: RecorderEnd): Promise<void> {
    this.#wakeLock.release();
    document.removeEventListener('visibilitychange', this.#onVisible);
    await this.#capture?.stop();
    await this.#writer?.finish();
    this.#letGo();
    this.#events.ended(end);
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'visible' && this.#capture?.isRunning() === false) void this.#capture.resume();
  };

  /** While this page holds it, no other tab offers the recording as one that was cut off. */
  #holdLock(): void {
    if (!('locks' in navigator)) return;
    void navigator.locks.request(recordingLock(this.id), () => new Promise<void>((done) => (this.#letGo = done)));
  }
}
