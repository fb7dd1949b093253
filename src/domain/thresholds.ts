import type { NamingGrain } from './grain';
import type { Caution } from './verdict';

/** The numbers of the verdict table. A pack's calibration may bring its own bars; the rest holds for every pack. */
export interface Thresholds {
  /** Calibrated probability a taxon must reach when nothing speaks for caution. */
  bar: Record<NamingGrain, number>;
  /**
   * How much of the remaining room to 1 each caution takes away at each grain: the bar becomes
   * 1 - (1 - bar) * (1 - raise), so cautions add up without ever asking for certainty.
   */
  raise: Record<Caution, Record<NamingGrain, number>>;
  /** The same for what was only heard. */
  soundBar: Record<NamingGrain, number>;
  /** From this probability on a sense is sure enough of its answer to contradict another one. */
  sure: number;
  /** Up to this many species of different families are worth an either/or. */
  eitherOr: number;
  /** What the pictures, or the recordings, alone must give a taxon: a place may confirm or weaken what was seen, never replace it. */
  visualFloor: number;
  /** From this probability of "no bird" on, nothing is named. */
  notABird: number;
  /** Labels that hold less than this share of the local birds call for caution. */
  coverage: number;
  /** Alternatives less likely than this are not worth a line. */
  alternative: number;
}

/**
 * The bars and what a missing place adds were chosen on the test kit's photos (docs/decisions/0001); the other numbers are
 * chosen, not fitted, until a calibration fits them all.
 */
export const DEFAULT_THRESHOLDS: Thresholds = {
  bar: { species: 0.85, genus: 0.7, family: 0.7 },
  raise: {
    no_place: { species: 0.75, genus: 0, family: 0 },
    labels_miss_local_birds: { species: 0.4, genus: 0.2, family: 0 },
    views_disagree: { species: 0.6, genus: 0.3, family: 0 },
    unusual_here: { species: 0.5, genus: 0, family: 0 },
    // Shown, and decided by fusion.ts: a contradiction is not a matter of a higher bar.
    senses_disagree: { species: 0, genus: 0, family: 0 },
    marginal_quality: { species: 0.4, genus: 0.2, family: 0 },
  },
  soundBar: { species: 0.85, genus: 0.85, family: 0.85 },
  sure: 0.5,
  eitherOr: 3,
  visualFloor: 0.5,
  notABird: 0.5,
  coverage: 0.5,
  alternative: 0.02,
};

/** The bar for one grain once all cautions have had their say. */
export function barFor(grain: NamingGrain, cautions: readonly Caution[], thresholds: Thresholds): number {
  let room = 1 - thresholds.bar[grain];
  for (const caution of cautions) room *= 1 - thresholds.raise[caution][grain];
  return 1 - room;
}
