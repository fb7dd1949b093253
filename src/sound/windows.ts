import type { Stretch } from '../domain/observation';
import { Resampler } from '../media/sound/resample';
import { toMono, type AudioSource } from '../media/sound/source';
import type { SoundInput } from '../packs/families/classifier/sound-schema';

type WindowInput = Pick<SoundInput, 'sampleRate' | 'windowSeconds' | 'hopSeconds'>;
type Timing = Pick<SoundInput, 'windowSeconds' | 'hopSeconds'>;

/**
 * The windows of one stretch: from its start on, and a last one that ends where it ends. They are counted from the
 * stretch and not from the recording, so that silence before a call does not change what the model hears of it.
 */
export function planWindows({ from, to }: Stretch, { windowSeconds, hopSeconds }: Timing): Stretch[] {
  const window = (start: number): Stretch => ({ from: start, to: start + windowSeconds });
  if (to - from <= windowSeconds) return [window(from)];
  const count = Math.floor((to - from - windowSeconds) / hopSeconds + 1e-6) + 1;
  const windows = Array.from({ length: count }, (_, i) => window(from + i * hopSeconds));
  const heard = windows.at(-1)!.to;
  // A remainder of a few milliseconds is not worth a run.
  return to - heard > 0.05 ? [...windows, window(to - windowSeconds)] : windows;
}

export function countWindows(stretches: readonly Stretch[], timing: Timing): number {
  return stretches.reduce((sum, stretch) => sum + planWindows(stretch, timing).length, 0);
}

export interface SoundWindow extends Stretch {
  /** Mono, at the model's rate, exactly one window long; silence where the recording is over. */
  samples: Float32Array;
}

/** Reads the windows of all stretches in order. No more of the recording is held than one window and one piece. */
export async function* readWindows(
  source: AudioSource,
  stretches: readonly Stretch[],
  input: WindowInput,
): AsyncGenerator<SoundWindow, void> {
  for (const stretch of stretches) yield* readStretch(source, planWindows(stretch, input), input);
}

async function* readStretch(
  source: AudioSource,
  windows: readonly Stretch[],
  { sampleRate, windowSeconds }: WindowInput,
): AsyncGenerator<SoundWindow, void> {
  const from = windows[0]!.from;
  const length = Math.round(windowSeconds * sampleRate);
  const starts = windows.map((window) => Math.round((window.from - from) * sampleRate));
  const buffer = new SampleBuffer();
  const resampler = new Resampler(source.sampleRate, sampleRate);
  let next = 0;
  const take = (): SoundWindow => {
    const samples = buffer.copy(starts[next]!, length);
    const window = { ...windows[next]!, samples };
    next += 1;
    buffer.forget(starts[next] ?? Infinity);
    return window;
  };
  for await (const { channels } of source.pieces(from, Math.min(source.seconds, windows.at(-1)!.to))) {
    buffer.add(resampler.push(toMono(channels)));
    while (next < windows.length && buffer.end >= starts[next]! + length) yield take();
  }
  buffer.add(resampler.end());
  while (next < windows.length) yield take();
}

/** Samples of a stream from some position on, in the pieces they came in: joining them would copy each several times. */
class SampleBuffer {
  #pieces: Float32Array[] = [];
  /** Where the first piece begins, and where the last one ends. */
  #start = 0;
  #end = 0;

  get end(): number {
    return this.#end;
  }

  add(samples: Float32Array): void {
    this.#pieces.push(samples);
    this.#end += samples.length;
  }

  copy(from: number, length: number): Float32Array {
    const out = new Float32Array(length);
    let start = this.#start;
    for (const piece of this.#pieces) {
      const wanted = piece.subarray(Math.max(0, from - start), Math.max(0, from + length - start));
      out.set(wanted, Math.max(0, start - from));
      start += piece.length;
      if (start >= from + length) break;
    }
    return out;
  }

  forget(before: number): void {
    while (this.#pieces[0] && this.#start + this.#pieces[0].length <= before) {
      this.#start += this.#pieces.shift()!.length;
    }
  }
}
