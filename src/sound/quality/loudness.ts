/** Samples at least this loud, three or more in a row, have hit the ceiling. */
const CEILING = 0.985;
const RUN_AT_CEILING = 3;
/** Exactly equal loud samples, four or more in a row, are a ceiling too: of a recording made quieter afterwards. */
const LOUD = 0.25;
const RUN_OF_EQUALS = 4;

/** Nothing is quieter than this in the report: a recording of zeros has no level. */
export const FAINTEST_DB = -120;

/** Level, peak and clipping of a stream, over all its channels. */
export class Loudness {
  #count = 0;
  #squares = 0;
  #peak = 0;
  #clipped = 0;
  readonly #runs: { ceiling: number; equals: number; last: number }[] = [];

  push(channels: readonly Float32Array[]): void {
    channels.forEach((samples, channel) => {
      const run = (this.#runs[channel] ??= { ceiling: 0, equals: 0, last: NaN });
      this.#count += samples.length;
      for (const sample of samples) {
        const size = Math.abs(sample);
        this.#squares += sample * sample;
        if (size > this.#peak) this.#peak = size;
        run.ceiling = size >= CEILING ? run.ceiling + 1 : 0;
        run.equals = sample === run.last && size >= LOUD ? run.equals + 1 : 1;
        run.last = sample;
        if (run.ceiling === RUN_AT_CEILING) this.#clipped += RUN_AT_CEILING;
        else if (run.ceiling > RUN_AT_CEILING) this.#clipped += 1;
        else if (run.ceiling === 0 && run.equals === RUN_OF_EQUALS) this.#clipped += RUN_OF_EQUALS;
        else if (run.ceiling === 0 && run.equals > RUN_OF_EQUALS) this.#clipped += 1;
      }
    });
  }

  result(): { levelDb: number; peakDb: number; clipping: number } {
    const count = Math.max(1, this.#count);
    return {
      levelDb: decibels(this.#squares / count),
      peakDb: decibels(this.#peak * this.#peak),
      clipping: Math.min(1, this.#clipped / count),
    };
  }
}

/** Power over full scale in dB. */
export function decibels(power: number): number {
  return Math.max(FAINTEST_DB, 10 * Math.log10(Math.max(power, 1e-12)));
}
