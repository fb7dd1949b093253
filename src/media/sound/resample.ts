/** Zero crossings of the filter on each side, and the shape of its window: as `scipy.signal.resample_poly` has them. */
const CROSSINGS = 10;
const KAISER_BETA = 5;

/**
 * Changes the sample rate of a stream, piece by piece, without frequencies folding over: a polyphase filter with the
 * coefficients of `scipy.signal.resample_poly`. What comes out does not depend on how the stream was cut into pieces.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  /** ResampleWeights of each phase, one phase after the other; tap j weighs the input sample `centre - reach + j`. */
  readonly #phases: Float32Array;
  readonly #reach: number;
  readonly #width: number;
  /** The input that later outputs still need; its first sample has the index `#start`. */
  #held: Float32Array = new Float32Array(0);
  #start: number;
  #received = 0;
  #given = 0;

  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const halfLength = CROSSINGS * Math.max(this.#up, this.#down);
    this.#reach = Math.ceil(halfLength / this.#up);
    this.#width = 2 * this.#reach + 1;
    this.#phases = phases(this.#up, this.#down, halfLength, this.#reach);
    this.#start = -this.#reach;
    this.#held = new Float32Array(this.#reach);
  }

  /** Takes the next samples and gives all that can be computed so far. */
  push(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples;
    this.#received += samples.length;
    this.#hold(samples);
    return this.#give(Math.max(0, Math.ceil(((this.#received - this.#reach) * this.#up) / this.#down)));
  }

  /** The rest, with silence after the last sample. */
  end(): Float32Array {
    if (this.#up === this.#down) return new Float32Array(0);
    this.#hold(new Float32Array(this.#reach + 1));
    return this.#give(Math.ceil((this.#received * this.#up) / this.#down));
  }

  #hold(samples: Float32Array): void {
    const held = new Float32Array(this.#held.length + samples.length);
    held.set(this.#held);
    held.set(samples, this.#held.length);
    this.#held = held;
  }

  #give(until: number): Float32Array {
    const out = new Float32Array(Math.max(0, until - this.#given));
    const held = this.#held;
    const phases = this.#phases;
    const width = this.#width;
    for (let i = 0; i < out.length; i++) {
      const position = (this.#given + i) * this.#down;
      const centre = Math.floor(position / this.#up);
      const tap = (position - centre * this.#up) * width;
      const first = centre - this.#reach - this.#start;
      let sum = 0;
      for (let j = 0; j < width; j++) sum += phases[tap + j]! * held[first + j]!;
      out[i] = sum;
    }
    this.#given += out.length;
    const needed = Math.floor((this.#given * this.#down) / this.#up) - this.#reach;
    const passed = Math.min(Math.max(0, needed - this.#start), held.length);
    this.#held = held.slice(passed);
    this.#start += passed;
    return out;
  }
}

/** A whole recording at once. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const resampler = new Resampler(from, to);
  const first = resampler.push(samples);
  const rest = resampler.end();
  const out = new Float32Array(first.length + rest.length);
  out.set(first);
  out.set(rest, first.length);
  return out;
}

function phases(up: number, down: number, halfLength: number, reach: number): Float32Array {
  const filter = lowPass(halfLength, 1 / Math.max(up, down));
  const width = 2 * reach + 1;
  const phases = new Float32Array(up * width);
  for (let phase = 0; phase < up; phase++) {
    for (let j = 0; j < width; j++) {
      const index = halfLength + phase - (j - reach) * up;
      phases[phase * width + j] = up * (filter[index] ?? 0);
    }
  }
  return phases;
}

/** A windowed sinc with a sum of one: `scipy.signal.firwin(2 * halfLength + 1, cutoff, window=('kaiser', 5))`. */
function lowPass(halfLength: number, cutoff: number): Float64Array {
  const filter = Float64Array.from({ length: 2 * halfLength + 1 }, (_, i) => {
    const t = i - halfLength;
    const sinc = t === 0 ? 1 : Math.sin(Math.PI * cutoff * t) / (Math.PI * cutoff * t);
    const edge = t / halfLength;
    return cutoff * sinc * (bessel(KAISER_BETA * Math.sqrt(1 - edge * edge)) / bessel(KAISER_BETA));
  });
  const total = filter.reduce((sum, value) => sum + value, 0);
  return filter.map((value) => value / total);
}

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
