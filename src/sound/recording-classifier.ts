import type { Stretch } from '../domain/observation';
import { isUnusable } from '../runtime/unusable-output';
import { problem } from '../runtime/in-worker';
import type { ReadyModel } from '../runtime/load-model';
import type { WorkResult } from '../runtime/protocol';
import type { AudioSource } from '../media/sound/source';
import type { FrontEnd, SoundFamily } from '../packs/families/family';
import { soundFamily } from '../packs/families/sounds';
import type { SoundModel } from '../packs/manifest';
import type { ClassifySlice, WindowScores } from './protocol';
import { likeliestLabels } from './scores';
import { readWindows, type SoundWindow } from './windows';

/** One slice of work: long enough to justify a message, short enough to cancel quickly. */
const SLICE_MS = 700;

/** Runs the sound model over the windows of a recording, slice by slice. */
export class RecordingClassifier {
  readonly #ready: ReadyModel<SoundModel>;
  readonly #windows: AsyncGenerator<SoundWindow, void>;
  readonly #family: SoundFamily<SoundModel>;
  readonly #frontEnd: FrontEnd;
  #done = 0;

  constructor(ready: ReadyModel<SoundModel>, source: AudioSource, stretches: readonly Stretch[]) {
    this.#ready = ready;
    this.#windows = readWindows(source, stretches, ready.model.input);
    this.#family = soundFamily(ready.model);
    this.#frontEnd = this.#family.frontEnd(ready.model);
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
      if (isUnusable(output))
        return problem('model_output_invalid', `${model.file} gave no usable numbers for this sound.`);
      windows.push({ from, to, ...likeliestLabels(this.#family.scores(output), model.output.kind) });
      this.#done += 1;
    }
    return { ok: true, value: { windows, over: false } };
  }

  async end(): Promise<void> {
    await this.#windows.return();
  }
}
