import type { AudioSource, Piece } from './source';

/** What a microphone gave, in memory as it came. */
export class SamplesSource implements AudioSource {
  readonly warnings: AudioSource['warnings'] = [];
  readonly channels = 1;
  readonly seconds: number;
  readonly sampleRate: number;
  readonly #samples: Float32Array;

  constructor(samples: Float32Array, sampleRate: number) {
    this.#samples = samples;
    this.sampleRate = sampleRate;
    this.seconds = samples.length / sampleRate;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- as every source, this one is read piece by piece
  async *pieces(from: number, to: number): AsyncGenerator<Piece, void> {
    const first = Math.max(0, Math.round(from * this.sampleRate));
    const last = Math.min(this.#samples.length, Math.round(to * this.sampleRate));
    if (first < last) yield { at: first / this.sampleRate, channels: [this.#samples.subarray(first, last)] };
  }
}
