import type { Stretch } from '../../domain/observation';
import { toMono } from '../../media/sound/source';
import { CELL_SECONDS, CellMeter } from './cells';
import { HumMeter } from './hum';
import { LIMITS, type AudioLimits } from './limits';
import { Loudness } from './loudness';
import { voiceStretches } from './voice';
import { findWorthwhile, roundStretch } from './worthwhile';

/** What the signal itself tells about a recording; the grade is given by grade.ts. */
export interface RecordingMeasures {
  seconds: number;
  levelDb: number;
  peakDb: number;
  clipping: number;
  snrDb: number;
  silence: number;
  hum: { hertz: 50 | 60; db: number } | null;
  wind: number;
  voice: (Stretch & { probability: number })[];
  stretches: Stretch[];
}

/** The rate at which cells and hum are measured. */
const RATE = 24_000;

/** Measures a recording piece by piece; what it keeps grows by some 100 bytes a quarter second. */
export class RecordingMeter {
  readonly #rate: number;
  readonly #loudness = new Loudness();
  readonly #hum: HumMeter;
  readonly #cells: CellMeter;
  #frames = 0;

  readonly #limits: AudioLimits;

  /** `from`: seconds at which the measured part begins. */
  constructor(sampleRate: number, from = 0, limits: AudioLimits = LIMITS) {
    this.#rate = sampleRate;
    this.#limits = limits;
    this.#hum = new HumMeter(RATE);
    this.#cells = new CellMeter(sampleRate, from, (samples) => this.#hum.push(samples), limits);
  }

  push(channels: readonly Float32Array[]): void {
    this.#frames += channels[0]?.length ?? 0;
    this.#loudness.push(channels);
    this.#cells.push(toMono(channels));
  }

  /** May be read more than once, with other limits for all that is not decided frame by frame. */
  result(limits: AudioLimits = this.#limits): RecordingMeasures {
    const segments = this.#cells.end();
    const cells = segments.flatMap((segment) => segment.cells);
    const seconds = this.#frames / this.#rate;
    const { stretches, snrDb, activeSeconds } = findWorthwhile(segments, limits);
    const { windDb, windOverMiddleDb } = limits;
    const windy = cells.filter(({ low, middle }) => low > windDb && low - middle > windOverMiddleDb);
    return {
      seconds,
      ...this.#loudness.result(),
      snrDb,
      silence: seconds > 0 ? Math.max(0, Math.min(1, 1 - activeSeconds / seconds)) : 1,
      hum: this.#hum.result(limits),
      wind: cells.length ? windy.length / cells.length : 0,
      voice: voiceStretches(cells, CELL_SECONDS, limits).map(roundStretch),
      stretches,
    };
  }
}
