import type { AudioSource, Piece } from './source';

/** Samples of all channels: a minute of stereo, or two of mono, in 24 MB. */
const MOST_SAMPLES = 6_000_000;

/**
 * A recording is first measured as a whole and then listened to: a short one is decoded once for both. A long one is
 * decoded again, so that memory stays flat.
 */
export function keepShort(source: AudioSource): AudioSource {
  const { seconds, sampleRate, channels } = source;
  return seconds * sampleRate * channels <= MOST_SAMPLES ? new KeptSource(source) : source;
}

class KeptSource implements AudioSource {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly warnings: AudioSource['warnings'];
  readonly #source: AudioSource;
  #kept: readonly Piece[] | null = null;

  constructor(source: AudioSource) {
    this.#source = source;
    this.seconds = source.seconds;
    this.sampleRate = source.sampleRate;
    this.channels = source.channels;
    this.warnings = source.warnings;
  }

  async *pieces(from: number, to: number): AsyncGenerator<Piece, void> {
    if (this.#kept) {
      yield* this.#cut(this.#kept, from, to);
      return;
    }
    const whole = from <= 0 && to >= this.seconds;
    const read: Piece[] = [];
    for await (const piece of this.#source.pieces(from, to)) {
      if (whole) read.push(piece);
      yield piece;
    }
    // Not where the reader left before the end.
    if (whole) this.#kept = read;
  }

  *#cut(kept: readonly Piece[], from: number, to: number): Generator<Piece, void> {
    const begin = kept[0]?.at ?? 0;
    const frameAt = (seconds: number): number => Math.round((seconds - begin) * this.sampleRate);
    let start = 0;
    for (const { channels } of kept) {
      const length = channels[0]?.length ?? 0;
      const first = Math.max(0, frameAt(from) - start);
      const last = Math.min(length, frameAt(to) - start);
      if (first < last) {
        const at = begin + (start + first) / this.sampleRate;
        yield { at, channels: channels.map((samples) => samples.subarray(first, last)) };
      }
      start += length;
    }
  }
}
