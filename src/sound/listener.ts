import { softmax, toPeak } from '../packs/families/perch/window';
import type { Stretch } from '../domain/observation';
import { isDead } from '../inference/dead';
import { problem } from '../inference/in-worker';
import type { ReadyModel } from '../inference/load-model';
import type { WorkResult } from '../inference/protocol';
import type { AudioSource } from '../media/sound/source';
import { Spectrogram, stretchToUnit } from '../media/sound/spectrogram';
import type { SoundModel } from '../packs/manifest';
import type { ClassifySlice, WindowScores } from './protocol';
import { likeliestLabels } from './scores';
import { readWindows, type SoundWindow } from './windows';

/** One slice of work: long enough to be worth a message, short enough to cancel after. */
const SLICE_MS = 700;

type FrontEnd = (samples: Float32Array) => { data: Float32Array; shape: number[] };

/** Runs the sound model over the windows of a recording, slice by slice. */
export class Listener {
  readonly #ready: ReadyModel<SoundModel>;
  readonly #windows: AsyncGenerator<SoundWindow, void>;
  readonly #frontEnd: FrontEnd;
  #done = 0;

  constructor(ready: ReadyModel<SoundModel>, source: AudioSource, stretches: readonly Stretch[]) {
    this.#ready = ready;
    this.#windows = readWindows(source, stretches, ready.model.input);
    this.#frontEnd = frontEndOf(ready.model);
  }

  /** Windows that were heard or skipped. */
  get done(): number {
    return this.#done;
  }

  async skip(count: number): Promise<void> {
    while (this.#done < count && !(await this.#windows.next()).done) this.#done += 1;
  }

  async slice(): Promise<WorkResult<ClassifySlice>> {
    const { model, network } = this.#ready;
    const start = performance.now();
    const windows: WindowScores[] = [];
    while (performance.now() - start < SLICE_MS) {
      const next = await this.#windows.next();
      if (next.done) return { ok: true, value: { windows, over: true } };
      const { from, to, samples } = next.value;
      const { data, shape } = this.#frontEnd(samples);
      const output = await network.run(model.input.name, data, shape, model.output.name);
      if (isDead(output))
        return problem('model_output_invalid', `${model.file} gave no usable numbers for this sound.`);
      const scores = model.family === 'perch' ? softmax(output) : output;
      windows.push({ from, to, ...likeliestLabels(scores, model.output.kind) });
      this.#done += 1;
    }
    return { ok: true, value: { windows, over: false } };
  }

  async end(): Promise<void> {
    await this.#windows.return();
  }
}

function frontEndOf(model: SoundModel): FrontEnd {
  if (model.family === 'perch') {
    const { peak } = model.input;
    return (samples) => ({ data: toPeak(samples, peak), shape: [1, samples.length] });
  }
  const { frontEnd } = model.input;
  if (frontEnd.kind === 'waveform') return (samples) => ({ data: samples, shape: [1, samples.length] });
  const spectrogram = new Spectrogram(frontEnd);
  const shape = [1, spectrogram.bins, spectrogram.frames, 1];
  return (samples) => ({ data: stretchToUnit(spectrogram.magnitudes(samples)), shape });
}
