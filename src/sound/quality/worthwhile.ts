import type { Stretch } from '../../domain/observation';
import { clipStretch, fewerStretches, mergeStretches, totalSeconds } from '../../domain/stretches';
import { MAX_STRETCHES } from '../../domain/tools/classify_sound';
import { BANDS, CELL_SECONDS, type Cell, type Segment } from './cells';
import { LIMITS, type AudioLimits } from './limits';

/**
 * Stretches begin at whole steps of this from the first sound on, the length of most models' windows: a model then hears
 * a call in the same window, whatever else stands out before it, and in the same as without any choice of stretches.
 */
const STEP_SECONDS = 3;

export interface Worthwhile {
  stretches: Stretch[];
  /** 95 of 100 cells stand out less than this. */
  snrDb: number;
  /** Seconds in which something stands out. */
  activeSeconds: number;
}

/** What is worth classifying. Silence around a segment changes nothing, because it has no cells. */
export function findWorthwhile(segments: readonly Segment[], limits: AudioLimits = LIMITS): Worthwhile {
  const cells = segments.flatMap((segment) => segment.cells);
  if (cells.length === 0) return { stretches: [], snrDb: 0, activeSeconds: 0 };
  const background = Float32Array.from({ length: BANDS }, (_, band) =>
    quantile(
      cells.map(({ mean }) => mean[band]!),
      limits.background,
    ),
  );
  const excess = (cell: Cell): number =>
    cell.loudest.reduce((most, value, band) => Math.max(most, value - background[band]!), 0);
  const standing = cells.map(excess);
  const active = new Set(cells.filter((_, i) => standing[i]! >= limits.standsOutDb));
  const all = segments.map(({ from, to }) => ({ from, to }));
  const stretches =
    totalSeconds(all) <= limits.short ? all : segments.flatMap((segment) => around(segment, active, limits));
  return {
    stretches: fewerStretches(stretches, MAX_STRETCHES).map(roundStretch),
    snrDb: quantile(standing, 0.95),
    activeSeconds: active.size * CELL_SECONDS,
  };
}

function around(segment: Segment, active: ReadonlySet<Cell>, { margin, songPause }: AudioLimits): Stretch[] {
  const found = segment.cells
    .filter((cell) => active.has(cell))
    .map(({ from }) => ({ from: from - margin, to: from + CELL_SECONDS + margin }));
  const apart = mergeStretches(found, songPause).flatMap((stretch) => clipStretch(stretch, segment) ?? []);
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
