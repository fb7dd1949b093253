import { hann, RealFft } from '../media/sound/fft';
import { MAGMA, MAGMA_STEPS } from './magma';

/** What the darkest and the brightest colour stand for, in dB below full scale. */
export interface Levels {
  floor: number;
  ceiling: number;
}

/** What a quiet room and a near bird give; used until a recording's own levels are known. */
export const USUAL_LEVELS: Levels = { floor: -95, ceiling: -40 };

/** Below this a picture would only show the noise of the converter. */
const LOWEST_FLOOR = -120;
const LEAST_RANGE = 30;

/** About 21 ms: long enough to separate two notes a semitone apart at 4 kHz, short enough to show a trill. */
export function frameSize(sampleRate: number): number {
  return 2 ** Math.round(Math.log2(sampleRate * 0.0213));
}

/** At most this many frames go into one column of a picture; more would not be seen. */
const FRAMES_A_COLUMN = 4;

/** Turns samples into columns of pixels: one row a pixel, low frequencies at the bottom. */
export class ColumnMaker {
  readonly #fft: RealFft;
  readonly #window: Float64Array;
  readonly #framed: Float64Array;
  readonly #power: Float64Array;
  readonly #held: Float32Array;
  readonly #rows: Uint32Array;
  readonly height: number;
  readonly sampleRate: number;

  constructor(sampleRate: number, topHz: number, height: number) {
    this.sampleRate = sampleRate;
    this.height = height;
    const size = frameSize(sampleRate);
    this.#fft = new RealFft(size);
    // The window halves a sine, and its other half lies at the negative frequency: so a full-scale sine is 0 dB.
    this.#window = hann(size).map((weight) => (weight * 4) / size);
    this.#framed = new Float64Array(size);
    const bins = size / 2 + 1;
    this.#power = new Float64Array(bins);
    this.#held = new Float32Array(bins);
    const hertzABin = sampleRate / size;
    this.#rows = Uint32Array.from({ length: height + 1 }, (_, row) =>
      Math.min(bins - 1, Math.round(((row / height) * topHz) / hertzABin)),
    );
  }

  get frame(): number {
    return this.#fft.size;
  }

  /** The strongest level of every row, in dB, of what is heard from `from` to `to` (in samples). */
  measure(samples: Float32Array, from: number, to: number, rows: Float32Array): void {
    const { size } = this.#fft;
    const count = Math.min(FRAMES_A_COLUMN, Math.max(1, Math.round((to - from) / (size / 2))));
    this.#held.fill(0);
    for (let index = 0; index < count; index++) {
      const middle = from + ((index + 0.5) / count) * (to - from);
      const start = Math.round(middle - size / 2);
      for (let i = 0; i < size; i++) this.#framed[i] = samples[start + i] ?? 0;
      this.#fft.power(this.#framed, 0, this.#window, this.#power);
      for (let bin = 0; bin < this.#power.length; bin++) {
        if (this.#power[bin]! > this.#held[bin]!) this.#held[bin] = this.#power[bin]!;
      }
    }
    for (let row = 0; row < this.height; row++) {
      const first = this.#rows[row]!;
      const last = Math.max(first + 1, this.#rows[row + 1]!);
      let strongest = 1e-13;
      for (let bin = first; bin < last; bin++) strongest = Math.max(strongest, this.#held[bin]!);
      rows[row] = 10 * Math.log10(strongest);
    }
  }
}

/** Writes levels as colours into one column of a picture of `width` pixels. */
export function paintColumn(rows: Float32Array, levels: Levels, pixels: Uint32Array, column: number, width: number) {
  const scale = (MAGMA_STEPS - 1) / (levels.ceiling - levels.floor);
  const height = rows.length;
  for (let row = 0; row < height; row++) {
    const step = (rows[row]! - levels.floor) * scale;
    const shade = step <= 0 || Number.isNaN(step) ? 0 : step >= MAGMA_STEPS - 1 ? MAGMA_STEPS - 1 : step | 0;
    pixels[(height - 1 - row) * width + column] = MAGMA[shade]!;
  }
}

/**
 * Levels that suit a recording, from a sample of its levels: most of what is background stays dark, the loudest
 * thousandth is brightest. A quiet recording is so as readable as a loud one.
 */
export function levelsFor(sample: Float32Array): Levels {
  const sorted = Float32Array.from(sample).sort();
  if (sorted.length === 0) return USUAL_LEVELS;
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const floor = Math.max(LOWEST_FLOOR, at(0.4));
  return { floor, ceiling: Math.max(floor + LEAST_RANGE, at(0.999)) };
}
