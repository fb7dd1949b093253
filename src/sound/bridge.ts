import type { Remote } from 'comlink';
import type { SoundRef, Stretch } from '../domain/observation';
import type { WorkResult } from '../runtime/protocol';
import { ModelBridge } from '../runtime/model-bridge';
import { soundProblem } from '../media/sound/problems';
import type { RecordingMeasures } from './quality/measure';
import type { OpenSoundResult, SoundApi, WindowScores } from './protocol';

/** After this long without an answer the worker counts as hung. A slice of work takes a second. */
const LIMIT = { open: 60_000, slice: 45_000, erase: 180_000, end: 15_000 } as const;

interface Samples {
  samples: Float32Array;
  sampleRate: number;
}

/** The page's side of the sound worker. A new worker gets the recordings and the model of the one it replaces, and continues its job. */
export class SoundBridge extends ModelBridge<SoundApi> {
  readonly #recordings = new Map<SoundRef, Blob | Samples>();
  #jobs = 0;

  constructor(create: () => Worker) {
    super(create, 'recordings');
  }

  open(ref: SoundRef, blob: Blob): Promise<OpenSoundResult> {
    return this.#open(ref, blob, (api) => api.open(ref, blob));
  }

  openSamples(ref: SoundRef, samples: Float32Array, sampleRate: number): Promise<OpenSoundResult> {
    return this.#open(ref, { samples, sampleRate }, (api) => api.openSamples(ref, samples, sampleRate));
  }

  close(ref: SoundRef): void {
    this.#recordings.delete(ref);
    this.tell(async (api) => api.close(ref), LIMIT.end);
  }

  /** Measures a part of a recording; tells how many seconds are done. */
  measure(
    ref: SoundRef,
    stretch: Stretch,
    onSeconds: (seconds: number) => void,
    signal?: AbortSignal,
  ): Promise<WorkResult<RecordingMeasures>> {
    return this.#inSlices(async (job) => {
      for (;;) {
        const slice = await this.result((api) => api.measure(job, ref, stretch), LIMIT.slice, signal);
        if (!slice.ok) return slice;
        onSeconds(slice.value.seconds);
        if (slice.value.measures) return { ok: true, value: slice.value.measures };
      }
    });
  }

  /** Classifies the windows of some stretches; passes each batch of windows on as soon as it is classified. */
  classify(
    ref: SoundRef,
    stretches: readonly Stretch[],
    onWindows: (heard: readonly WindowScores[]) => void,
    signal?: AbortSignal,
  ): Promise<WorkResult<WindowScores[]>> {
    return this.#inSlices(async (job) => {
      const windows: WindowScores[] = [];
      for (;;) {
        const step = (api: Remote<SoundApi>) => api.classify(job, ref, stretches, windows.length);
        const slice = await this.result(step, LIMIT.slice, signal);
        if (!slice.ok) return slice;
        windows.push(...slice.value.windows);
        onWindows(slice.value.windows);
        if (slice.value.over) return { ok: true, value: windows };
      }
    });
  }

  erase(ref: SoundRef, stretches: readonly Stretch[]): Promise<WorkResult<Blob>> {
    return this.result((api) => api.erase(ref, stretches), LIMIT.erase);
  }

  protected override async reopen(api: Remote<SoundApi>): Promise<void> {
    for (const [ref, given] of this.#recordings) {
      if (given instanceof Blob) await api.open(ref, given);
      else await api.openSamples(ref, given.samples, given.sampleRate);
    }
  }

  async #open(
    ref: SoundRef,
    given: Blob | Samples,
    step: (api: Remote<SoundApi>) => Promise<OpenSoundResult>,
  ): Promise<OpenSoundResult> {
    const result = await this.run(step, { limit: LIMIT.open });
    if (!result.ok) return { ok: false, problem: soundProblem('worker_lost') };
    if (result.value.ok) this.#recordings.set(ref, given);
    return result.value;
  }

  /** Work that takes turns with other work, so that a cancel never waits long. */
  async #inSlices<T>(work: (job: string) => Promise<T>): Promise<T> {
    const job = `job-${++this.#jobs}`;
    try {
      return await work(job);
    } finally {
      this.tell(async (api) => api.end(job), LIMIT.end);
    }
  }
}
