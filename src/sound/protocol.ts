import type { SoundRef, Stretch } from '../domain/observation';
import type { WorkerApi, WorkResult } from '../runtime/protocol';
import type { SoundResult, SoundWarning } from '../media/sound/problems';
import type { RecordingMeasures } from './quality/measure';

/** What crosses between the page and the sound worker. */

export interface OpenedSound {
  seconds: number;
  sampleRate: number;
  channels: number;
  warnings: readonly SoundWarning[];
}
export type OpenSoundResult = SoundResult<OpenedSound>;

/** The likeliest labels of one window, likeliest first. All of them would be 30 MB for an hour. */
export interface WindowScores extends Stretch {
  labels: Int32Array;
  /** Before the sigmoid, not calibrated. */
  logits: Float32Array;
}

/** The progress of long work. It is done in slices, so that it can be cancelled between them. */
export interface MeasureSlice {
  /** Seconds measured so far. */
  seconds: number;
  /** Null until the end is reached. */
  measures: RecordingMeasures | null;
}

export interface ClassifySlice {
  windows: WindowScores[];
  over: boolean;
}

export interface SoundApi extends WorkerApi {
  open(ref: SoundRef, blob: Blob): Promise<OpenSoundResult>;
  /** Samples of one channel, as a microphone gives them: no file is made of them. */
  openSamples(ref: SoundRef, samples: Float32Array, sampleRate: number): OpenSoundResult;
  close(ref: SoundRef): void;
  /** Goes on with a job, or begins it where this worker does not know it. */
  measure(job: string, ref: SoundRef, stretch: Stretch): Promise<WorkResult<MeasureSlice>>;
  /** Goes on with a job after the windows that are `done`; a worker that does not know the job skips them. */
  classify(job: string, ref: SoundRef, stretches: readonly Stretch[], done: number): Promise<WorkResult<ClassifySlice>>;
  /** Forgets a job. */
  end(job: string): void;
  /** The recording as a WAV file with silence in place of some stretches. */
  erase(ref: SoundRef, stretches: readonly Stretch[]): Promise<WorkResult<Blob>>;
}
