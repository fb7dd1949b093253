import type { Stretch } from '../domain/observation';
import { ColumnMaker, levelsFor, paintColumn, type Levels } from './columns';
import { topFrequency } from './scale';

/** A recording that can be read in pieces, mixed down to one channel. */
export interface SampleSource {
  seconds: number;
  sampleRate: number;
  /** Samples from `from` to `to` in seconds; fewer where the recording ends. */
  read: (from: number, to: number) => Promise<Float32Array>;
}

/** How many places of a recording are listened to for its levels, and how long each. */
const PROBES = 12;
const PROBE_SECONDS = 0.5;
const PROBE_ROWS = 64;

/** Seconds read at a time: an hour in one picture must not be in memory as a whole. */
const PIECE_SECONDS = 10;
const SPARSE_SECONDS = 1;

/** Paints stretches of one recording, all with the same levels, so that neighbouring pieces fit together. */
export class SpectrogramPainter {
  readonly #source: SampleSource;
  readonly #makers = new Map<number, ColumnMaker>();
  #levels: Promise<Levels> | null = null;

  constructor(source: SampleSource) {
    this.#source = source;
  }

  async paint({ from, to }: Stretch, width: number, height: number): Promise<ImageData> {
    this.#levels ??= this.#probe();
    const levels = await this.#levels;
    const maker = this.#maker(height);
    const data = new Uint8ClampedArray(width * height * 4);
    const pixels = new Uint32Array(data.buffer);
    const rows = new Float32Array(height);
    const span = (to - from) / width;
    // Pieces of some seconds; of a column that stands for more than a second, only its middle is listened to.
    const sparse = span > SPARSE_SECONDS;
    const columns = sparse ? 1 : Math.max(1, Math.floor(PIECE_SECONDS / span));
    for (let first = 0; first < width; first += columns) {
      const count = Math.min(columns, width - first);
      const start = from + (first + (sparse ? 0.5 : 0)) * span;
      const step = sparse ? SPARSE_SECONDS / 4 : span;
      await this.#columns(
        maker,
        start,
        step,
        count,
        (column) => {
          paintColumn(rows, levels, pixels, first + column, width);
        },
        rows,
      );
    }
    return new ImageData(data, width, height);
  }

  /** Measures columns of `step` seconds each, from `start` on. */
  async #columns(
    maker: ColumnMaker,
    start: number,
    step: number,
    count: number,
    done: (column: number) => void,
    rows: Float32Array,
  ): Promise<void> {
    const { sampleRate } = this.#source;
    // A frame reaches past the stretch on both sides.
    const margin = maker.frame / sampleRate;
    const begin = Math.max(0, start - margin);
    const samples = await this.#source.read(begin, start + count * step + margin);
    const at = (column: number): number => (start - begin + column * step) * sampleRate;
    for (let column = 0; column < count; column++) {
      maker.measure(samples, at(column), at(column + 1), rows);
      done(column);
    }
  }

  #maker(height: number): ColumnMaker {
    const { sampleRate } = this.#source;
    const known = this.#makers.get(height);
    if (known) return known;
    const maker = new ColumnMaker(sampleRate, topFrequency(sampleRate), height);
    this.#makers.set(height, maker);
    return maker;
  }

  async #probe(): Promise<Levels> {
    const { seconds, sampleRate } = this.#source;
    const maker = this.#maker(PROBE_ROWS);
    const rows = new Float32Array(PROBE_ROWS);
    const found: number[] = [];
    const count = Math.max(1, Math.min(PROBES, Math.floor(seconds / PROBE_SECONDS)));
    for (let index = 0; index < count; index++) {
      const from = (index / count) * seconds;
      const samples = await this.#source.read(from, Math.min(seconds, from + PROBE_SECONDS));
      const hop = maker.frame / 2;
      for (let at = 0; at + hop <= samples.length; at += hop) {
        maker.measure(samples, at, at + hop, rows);
        // The lowest rows hold wind and traffic, which would make every bird look faint.
        found.push(...rows.subarray(Math.round((PROBE_ROWS * 800) / topFrequency(sampleRate))));
      }
    }
    return levelsFor(Float32Array.from(found));
  }
}
