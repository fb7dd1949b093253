import type { Stretch } from '../../domain/observation';
import { clipStretch, fewerStretches, mergeStretches, totalSeconds } from '../../domain/stretches';
import { MAX_STRETCHES } from '../classify_sound/schema';
import { BANDS, CELL_SECONDS, type Cell, type Segment } from './cells';

/** A band this far over its background, in dB, holds a sound. Low on purpose: what is left out here is never heard. */
const STANDS_OUT_DB = 6;
/** The background of a band: what a fifth of the cells stay below. */
const BACKGROUND = 0.2;
/** Kept on each side of what stands out: a call's faint beginning and end. */
const MARGIN_SECONDS = 1;
/** Pauses shorter than this do not part a song. */
const PAUSE_SECONDS = 3;
/**
 * Stretches begin at whole steps of this from the first sound on, the length of most models' windows: a model then hears
 * a call in the same window, whatever else stands out before it, and in the same as without any choice of stretches.
 */
const STEP_SECONDS = 3;
/** A recording this short is worth listening to as a whole: its background may be the song itself. */
const SHORT_SECONDS = 15;

export interface Worthwhile {
  stretches: Stretch[];
  /** 95 of 100 cells stand out less than this. */
  snrDb: number;
  /** Seconds in which something stands out. */
  activeSeconds: number;
}

/** What is worth classifying. Silence around a segment changes nothing, because it has no cells. */
export function findWorthwhile(segments: readonly Segment[]): Worthwhile {
  const cells = segments.flatMap((segment) => segment.cells);
  if (cells.length === 0) return { stretches: [], snrDb: 0, activeSeconds: 0 };
  const background = Float32Array.from({ length: BANDS }, (_, band) =>
    quantile(
      cells.map(({ mean }) => mean[band]!),
      BACKGROUND,
    ),
  );
  const excess = (cell: Cell): number =>
    cell.loudest.reduce((most, value, band) => Math.max(most, value - background[band]!), 0);
  const standing = cells.map(excess);
  const active = new Set(cells.filter((_, i) => standing[i]! >= STANDS_OUT_DB));
  const all = segments.map(({ from, to }) => ({ from, to }));
  const stretches = totalSeconds(all) <= SHORT_SECONDS ? all : segments.flatMap((segment) => around(segment, active));
  return {
    stretches: fewerStretches(stretches, MAX_STRETCHES).map(roundStretch),
    snrDb: quantile(standing, 0.95),
    activeSeconds: active.size * CELL_SECONDS,
  };
}

function around(segment: Segment, active: ReadonlySet<Cell>): Stretch[] {
  const found = segment.cells
    .filter((cell) => active.has(cell))
    .map(({ from }) => ({ from: from - MARGIN_SECONDS, to: from + CELL_SECONDS + MARGIN_SECONDS }));
  const apart = mergeStretches(found, PAUSE_SECONDS).flatMap((stretch) => clipStretch(stretch, segment) ?? []);
  return mergeStretches(apart.map(({ from, to }) => ({ from: inStep(from, segment.from), to })));
}

function inStep(seconds: number, first: number): number {
  // A stretch that begins on a step stays there, whatever its sums were rounded to.
  return first + Math.floor((seconds - first) / STEP_SECONDS + 1e-6) * STEP_SECONDS;
}

/** Finer than a sample of any recording, and short enough to read. */
export function roundStretch<T extends Stretch>(stretch: T): T {
  const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
  return { ...stretch, from: round(stretch.from), to: round(stretch.to) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
