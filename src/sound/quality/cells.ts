import { hann, RealFft } from '../../media/sound/fft';
import { Resampler } from '../../media/sound/resample';
import { LIMITS, type AudioLimits } from './limits';
import { decibels } from './loudness';
import { voicing } from './voice';

/** Everything is measured at this rate, in frames of 43 ms, six of them a cell of a quarter second. */
const RATE = 24_000;
const FRAME = 1024;
const HOP = 1000;
const FRAMES = 6;
export const CELL_SECONDS = (FRAMES * HOP) / RATE;

/** Edges of the bands in which birds call, from bitterns to grasshopper warblers, in Hz. */
const EDGES = [250, 500, 1000, 2000, 3000, 4500, 6000, 8000, 11_500];
export const BANDS = EDGES.length - 1;

/** What stays below this (-80 dB) is silence, whatever surrounds it. */
const SILENT = 1e-4;
/**
 * A segment begins up to this much before its first sound, as far as the recording is not empty there, and ends likewise
 * with the pause after its last: most recordings begin and end faintly, and a model that learned from whole ones hears
 * them best as they are.
 */
const LEAD_SECONDS = 1;
/** Zeros for this long are no recording; single ones are where a faint sound crosses the middle. */
const EMPTY_SECONDS = 0.01;
/** Silence this long ends a segment. */
const PAUSE_SECONDS = 0.5;

const WEIGHTS = hann(FRAME);
/** Power of a sine at full scale comes out as 1/2 with this. */
const SCALE = 2 / WEIGHTS.reduce((sum, weight) => sum + weight, 0) ** 2;
const binOf = (hertz: number): number => Math.round((hertz * FRAME) / RATE);

/** A quarter second: how loud each band is on average and at its loudest, in dB. */
export interface Cell {
  from: number;
  mean: Float32Array;
  loudest: Float32Array;
  /** Rumble below 200 Hz and what is between 500 and 2000 Hz, in dB. */
  low: number;
  middle: number;
  /** Share of the frames that sound like a voice. */
  voiced: number;
}

/** Sound between silences. Its cells are counted from its first sample, so empty samples around it change none of them. */
export interface Segment {
  from: number;
  to: number;
  cells: Cell[];
}

/** Cuts a stream into segments at silences, and each segment into cells. */
export class CellMeter {
  readonly segments: Segment[] = [];
  readonly #rate: number;
  readonly #onSamples: (samples: Float32Array) => void;
  readonly #limits: AudioLimits;
  #position: number;
  #open: OpenSegment | null = null;
  /** While no segment is open: the last samples that were faint and not empty. */
  #faint = new Float32Array(0);
  /** Silent samples since the last that was not. */
  #quiet = 0;
  /** How many of them are faint and not empty. */
  #tail = 0;
  readonly #emptyLength: number;

  /** `onSamples` gets all that is not silence at the rate of the measurement. */
  constructor(
    rate: number,
    from: number,
    onSamples: (samples: Float32Array) => void = () => undefined,
    limits: AudioLimits = LIMITS,
  ) {
    this.#rate = rate;
    this.#limits = limits;
    this.#emptyLength = Math.round(EMPTY_SECONDS * rate);
    this.#position = Math.round(from * rate);
    this.#onSamples = onSamples;
  }

  push(mono: Float32Array): void {
    let start = 0;
    for (let i = 0; i < mono.length; i++) {
      if (Math.abs(mono[i]!) > SILENT) {
        if (!this.#open) {
          const lead = this.#faintUpTo(mono.subarray(start, i));
          const from = (this.#position + i - lead.length) / this.#rate;
          this.#open = new OpenSegment(this.#rate, from, this.#onSamples, this.#limits);
          this.#open.push(lead);
          this.#faint = new Float32Array(0);
          start = i;
        }
        this.#quiet = this.#tail = 0;
      } else if (this.#open) {
        this.#fadeOut(mono[i]!);
        if (this.#quiet <= PAUSE_SECONDS * this.#rate) continue;
        this.#open.push(mono.subarray(start, i));
        this.#close(this.#position + i + 1);
        start = i;
      }
    }
    if (this.#open) this.#open.push(mono.subarray(start));
    else this.#faint = this.#faintUpTo(mono.subarray(start));
    this.#position += mono.length;
  }

  /** The end of what was faint before and of these samples, without the empty ones before it. */
  #faintUpTo(samples: Float32Array): Float32Array<ArrayBuffer> {
    const all = new Float32Array(this.#faint.length + samples.length);
    all.set(this.#faint);
    all.set(samples, this.#faint.length);
    const earliest = Math.max(0, all.length - Math.round(LEAD_SECONDS * this.#rate));
    const recorded = all.subarray(Math.max(earliest, endOfEmpty(all, this.#emptyLength)));
    const first = recorded.findIndex((sample) => sample !== 0);
    return recorded.slice(first === -1 ? recorded.length : first);
  }

  end(): Segment[] {
    if (this.#open) this.#close(this.#position);
    return this.segments;
  }

  /** One more silent sample after a sound. */
  #fadeOut(sample: number): void {
    this.#quiet += 1;
    // All since the last faint one were zeros: too many of them, and the recording was over there.
    if (sample !== 0 && this.#quiet - this.#tail <= this.#emptyLength) this.#tail = this.#quiet;
  }

  /** `now`: how many samples have come. */
  #close(now: number): void {
    const segment = this.#open!.end((now - this.#quiet + this.#tail) / this.#rate);
    if (segment) this.segments.push(segment);
    this.#open = null;
    this.#quiet = this.#tail = 0;
  }
}

/** Where the last run of at least `length` zeros ends. */
function endOfEmpty(samples: Float32Array, length: number): number {
  let zeros = 0;
  for (let i = samples.length - 1; i >= 0; i--) {
    zeros = samples[i] === 0 ? zeros + 1 : 0;
    if (zeros === length) return i + length;
  }
  return 0;
}

class OpenSegment {
  readonly #from: number;
  readonly #resampler: Resampler;
  readonly #fft = new RealFft(FRAME);
  readonly #onSamples: (samples: Float32Array) => void;
  readonly #limits: AudioLimits;
  readonly #power = new Float64Array(FRAME / 2 + 1);
  readonly #cells: Cell[] = [];
  #held = new Float32Array(0);
  #frames: Float64Array[] = [];

  constructor(rate: number, from: number, onSamples: (samples: Float32Array) => void, limits: AudioLimits) {
    this.#from = from;
    this.#limits = limits;
    this.#resampler = new Resampler(rate, RATE);
    this.#onSamples = onSamples;
  }

  push(mono: Float32Array): void {
    this.#take(this.#resampler.push(mono));
  }

  end(to: number): Segment | null {
    // Silence completes the last cell.
    this.#take(this.#resampler.end());
    this.#cut(new Float32Array(FRAMES * HOP + FRAME));
    // A cell that begins where the segment ends is of the silence after it; the sums of seconds are exact to a sample.
    const cells = this.#cells.filter((cell) => cell.from < to - 0.5 / RATE);
    return cells.length ? { from: this.#from, to, cells } : null;
  }

  #take(samples: Float32Array): void {
    this.#onSamples(samples);
    this.#cut(samples);
  }

  #cut(samples: Float32Array): void {
    const all = new Float32Array(this.#held.length + samples.length);
    all.set(this.#held);
    all.set(samples, this.#held.length);
    let at = 0;
    for (; at + FRAME <= all.length; at += HOP) {
      this.#fft.power(all, at, WEIGHTS, this.#power);
      this.#frames.push(this.#power.map((power) => power * SCALE));
      if (this.#frames.length === FRAMES) this.#finishCell();
    }
    this.#held = all.slice(at);
  }

  #finishCell(): void {
    const frames = this.#frames;
    const band = (power: Float64Array, low: number, high: number): number => {
      let sum = 0;
      for (let bin = binOf(low); bin < binOf(high); bin++) sum += power[bin]!;
      return sum;
    };
    const average = (low: number, high: number): number =>
      decibels(frames.reduce((sum, power) => sum + band(power, low, high), 0) / FRAMES);
    const each = (read: (low: number, high: number) => number): Float32Array =>
      Float32Array.from({ length: BANDS }, (_, i) => read(EDGES[i]!, EDGES[i + 1]!));
    this.#cells.push({
      from: this.#from + this.#cells.length * CELL_SECONDS,
      mean: each(average),
      loudest: each((low, high) => decibels(Math.max(...frames.map((power) => band(power, low, high))))),
      low: average(30, 200),
      middle: average(500, 2000),
      voiced: frames.filter((power) => voicing(power, RATE, FRAME, this.#limits)).length / FRAMES,
    });
    this.#frames = [];
  }
}
