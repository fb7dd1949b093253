import { LIMITS, type AudioLimits } from './limits';
import { decibels } from './loudness';

/** The mains and its first harmonics; between them, the neighbours that the harmonics must stand out of. */
const MAINS = [50, 60] as const;
const HARMONICS = [1, 2, 3, 4];
const ASIDE = 4.5;

/** Finds mains hum in a stream at `rate`, second by second, by what single frequencies carry. */
export class HumMeter {
  readonly #rate: number;
  readonly #probes: Probe[];
  #taken = 0;
  #seconds = 0;
  readonly #sums: Float64Array;

  constructor(rate: number) {
    this.#rate = rate;
    const hertz = MAINS.flatMap((mains) =>
      HARMONICS.flatMap((harmonic) => [mains * harmonic, mains * harmonic - ASIDE, mains * harmonic + ASIDE]),
    );
    this.#probes = hertz.map((frequency) => new Probe(frequency, rate));
    this.#sums = new Float64Array(hertz.length);
  }

  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const end = Math.min(samples.length, at + this.#rate - this.#taken);
      for (const probe of this.#probes) probe.push(samples, at, end);
      this.#taken += end - at;
      at = end;
      if (this.#taken === this.#rate) this.#finishSecond();
    }
  }

  /** The mains that stands out, if one does; needs a second of sound. */
  result(limits: AudioLimits = LIMITS): { hertz: 50 | 60; db: number } | null {
    if (this.#seconds === 0) return null;
    const [best] = MAINS.map((hertz, i) => ({ hertz, ...this.#standing(i) })).sort((a, b) => b.db - a.db);
    const { humStandsOutDb, humFaintestDb } = limits;
    const disturbs = best && best.db >= humStandsOutDb && best.loudness >= humFaintestDb;
    return disturbs ? { hertz: best.hertz, db: best.db } : null;
  }

  /** Median over the harmonics of how far each stands out: one of them may be a bittern's, not most. */
  #standing(mains: number): { db: number; loudness: number } {
    const at = (harmonic: number, which: number): number =>
      this.#sums[(mains * HARMONICS.length + harmonic) * 3 + which]! / this.#seconds;
    const each = HARMONICS.map((_, harmonic) => {
      const aside = (at(harmonic, 1) + at(harmonic, 2)) / 2;
      return { db: decibels(at(harmonic, 0)) - decibels(aside), loudness: decibels(at(harmonic, 0)) };
    });
    const sorted = each.map(({ db }) => db).sort((a, b) => a - b);
    return { db: (sorted[1]! + sorted[2]!) / 2, loudness: Math.max(...each.map(({ loudness }) => loudness)) };
  }

  #finishSecond(): void {
    this.#probes.forEach((probe, i) => {
      this.#sums[i]! += probe.finish(this.#rate);
    });
    this.#taken = 0;
    this.#seconds += 1;
  }
}

/** Goertzel's way to the power at one frequency. */
class Probe {
  readonly #coefficient: number;
  #previous = 0;
  #before = 0;

  constructor(hertz: number, rate: number) {
    this.#coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  }

  push(samples: Float32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const next = samples[i]! + this.#coefficient * this.#previous - this.#before;
      this.#before = this.#previous;
      this.#previous = next;
    }
  }

  finish(count: number): number {
    const power = this.#previous ** 2 + this.#before ** 2 - this.#coefficient * this.#previous * this.#before;
    this.#previous = 0;
    this.#before = 0;
    return (2 * power) / count ** 2;
  }
}
