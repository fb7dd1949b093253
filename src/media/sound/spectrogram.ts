import { hann, RealFft } from './fft';

export interface SpectrogramShape {
  fftSize: number;
  /** Samples from the middle of one frame to that of the next. */
  hop: number;
  frames: number;
}

/**
 * Magnitudes under a periodic Hann window, frame by frame: frame f is centred on sample f * hop, and there is silence
 * before the first sample and after the last. The value of bin b in frame f is at `b * frames + f`.
 */
export class Spectrogram {
  readonly bins: number;
  readonly frames: number;
  readonly #hop: number;
  readonly #fft: RealFft;
  readonly #window: Float64Array;
  readonly #power: Float64Array;
  readonly #framed: Float64Array;

  constructor({ fftSize, hop, frames }: SpectrogramShape) {
    this.#fft = new RealFft(fftSize);
    this.bins = fftSize / 2 + 1;
    this.frames = frames;
    this.#hop = hop;
    this.#window = hann(fftSize);
    this.#power = new Float64Array(this.bins);
    this.#framed = new Float64Array(fftSize);
  }

  magnitudes(samples: Float32Array, out = new Float32Array(this.bins * this.frames)): Float32Array {
    const size = this.#fft.size;
    for (let frame = 0; frame < this.frames; frame++) {
      const start = frame * this.#hop - size / 2;
      for (let i = 0; i < size; i++) this.#framed[i] = samples[start + i] ?? 0;
      this.#fft.power(this.#framed, 0, this.#window, this.#power);
      for (let bin = 0; bin < this.bins; bin++) out[bin * this.frames + frame] = Math.sqrt(this.#power[bin]!);
    }
    return out;
  }
}

/** Stretches values to 0-1 in place; all equal values become 0. */
export function stretchToUnit(values: Float32Array): Float32Array {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const range = high - low;
  for (let i = 0; i < values.length; i++) values[i] = range > 0 ? (values[i]! - low) / range : 0;
  return values;
}
