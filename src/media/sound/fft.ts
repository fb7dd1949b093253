/** A Fourier transform of real samples; the length is a power of two. Tables are made once, nothing is allocated a call. */
export class RealFft {
  readonly size: number;
  readonly #half: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #reversed: Uint32Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(size: number) {
    if (size < 4 || (size & (size - 1)) !== 0) throw new RangeError(`${size} is not a power of two from 4 on`);
    this.size = size;
    const half = size / 2;
    this.#half = half;
    this.#cos = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float64Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    const bits = Math.log2(half);
    this.#reversed = Uint32Array.from({ length: half }, (_, i) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
      return reversed;
    });
    this.#re = new Float64Array(half);
    this.#im = new Float64Array(half);
  }

  /** Squared magnitudes of the `size / 2 + 1` bins of `size` samples, each times its weight. */
  power(samples: ArrayLike<number>, from: number, window: Float64Array, out: Float64Array): void {
    const { size } = this;
    const half = this.#half;
    const re = this.#re;
    const im = this.#im;
    // Even samples become the real and odd ones the imaginary part of a transform of half the length.
    for (let i = 0; i < half; i++) {
      const at = 2 * this.#reversed[i]!;
      re[i] = samples[from + at]! * window[at]!;
      im[i] = samples[from + at + 1]! * window[at + 1]!;
    }
    this.#transform(re, im);
    const first = re[0]!;
    const second = im[0]!;
    out[0] = (first + second) ** 2;
    out[half] = (first - second) ** 2;
    for (let k = 1; k < half; k++) {
      const mirror = half - k;
      const evenRe = (re[k]! + re[mirror]!) / 2;
      const evenIm = (im[k]! - im[mirror]!) / 2;
      const oddRe = (im[k]! + im[mirror]!) / 2;
      const oddIm = (re[mirror]! - re[k]!) / 2;
      const cos = this.#cos[k]!;
      const sin = this.#sin[k]!;
      const real = evenRe + cos * oddRe + sin * oddIm;
      const imaginary = evenIm + cos * oddIm - sin * oddRe;
      out[k] = real * real + imaginary * imaginary;
    }
    if (out.length < size / 2 + 1) throw new RangeError('the output is too short');
  }

  #transform(re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    for (let length = 2; length <= half; length *= 2) {
      // The tables hold the angles of a transform of twice the length.
      const step = this.size / length;
      for (let block = 0; block < half; block += length) {
        for (let k = 0, turn = 0; k < length / 2; k++, turn += step) {
          const a = block + k;
          const b = a + length / 2;
          const cos = this.#cos[turn]!;
          const sin = this.#sin[turn]!;
          const bRe = re[b]! * cos + im[b]! * sin;
          const bIm = im[b]! * cos - re[b]! * sin;
          re[b] = re[a]! - bRe;
          im[b] = im[a]! - bIm;
          re[a] = re[a]! + bRe;
          im[a] = im[a]! + bIm;
        }
      }
    }
  }
}

/** The periodic Hann window, as `scipy.signal.get_window('hann', size)` gives it. */
export function hann(size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
}
