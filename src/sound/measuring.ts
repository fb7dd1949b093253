import type { Stretch } from '../domain/observation';
import type { AudioSource, Piece } from '../media/sound/source';
import { RecordingMeter } from './quality/measure';
import type { MeasureSlice } from './protocol';

/** As long as a slice of listening: cancelling never waits longer. */
const SLICE_MS = 700;

/** Measures a part of a recording, slice by slice. */
export class Measuring {
  readonly #pieces: AsyncGenerator<Piece, void>;
  readonly #meter: RecordingMeter;
  readonly #rate: number;
  #frames = 0;

  constructor(source: AudioSource, { from, to }: Stretch) {
    this.#pieces = source.pieces(from, to);
    this.#meter = new RecordingMeter(source.sampleRate, from);
    this.#rate = source.sampleRate;
  }

  async slice(): Promise<MeasureSlice> {
    const start = performance.now();
    while (performance.now() - start < SLICE_MS) {
      const next = await this.#pieces.next();
      if (next.done) return { seconds: this.#frames / this.#rate, measures: this.#meter.result() };
      this.#meter.push(next.value.channels);
      this.#frames += next.value.channels[0]?.length ?? 0;
    }
    return { seconds: this.#frames / this.#rate, measures: null };
  }
}
