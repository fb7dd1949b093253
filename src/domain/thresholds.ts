import type { NamingGrain } from './grain';
import { RIVAL, type RivalShare } from './heard';
import { PLACE_WEIGHT, type PlaceWeight } from './support';
import { CAUTIONS, type Caution } from './verdict';

/** The numbers of the verdict table. A pack's calibration may bring its own bars; the rest holds for every pack. */
export interface Thresholds {
  /** Calibrated probability a taxon must reach when nothing speaks for caution. */
  bar: Record<NamingGrain, number>;
  /**
   * How much of the remaining room to 1 each caution takes away at each grain: the bar becomes
   * 1 - (1 - bar) * (1 - raise), so cautions add up without ever asking for certainty.
   */
  raise: Record<Caution, Record<NamingGrain, number>>;
  /** The same for what was only heard, with its own floor: the sound model's calibration brings them. */
  heard: Pick<Thresholds, 'bar' | 'raise' | 'visualFloor' | 'contradiction'>;
  /** From this probability on a sense is sure enough of its answer to contradict another one. */
  sure: number;
  /** Up to this many species of different families are worth an either/or. */
  eitherOr: number;
  /** From which share on another species is something that the sounds could be as well. */
  rival: RivalShare;
  /**
   * What the pictures, or the recordings, alone must give a taxon: a place may confirm or weaken what was seen, never replace it. A pack's
   * calibration brings a higher one for species: a place that is wrong lifts whatever look-alike lives there.
   */
  visualFloor: Record<NamingGrain, number>;
  /**
   * From here on, what a view gave to birds that the place rules out is a contradiction between the picture and the
   * place: no species is named, because whatever look-alike lives there would be lifted by a place that is wrong.
   */
  contradiction: number;
  /** From this probability of "no bird" on, nothing is named. */
  notABird: number;
  /** Labels that hold less than this share of the local birds call for caution. */
  coverage: number;
  /** From this part of its genus here on that the labels do not hold, a species calls for caution. */
  strangeness: number;
  /** What a share of the likeliest bird at a place makes of a species' probability. */
  place: PlaceWeight;
  /** From here on, the likeliest species is worth saying where none is declared. */
  guess: number;
  /** Alternatives less likely than this are not worth a line. */
  alternative: number;
}

/**
 * For a pack that brings no calibration. `npm run calibrate` fits the bars, the floor for species and what a missing place
 * adds, and measures what every other number here does when it is moved: docs/results/sensitivity-kit-image.md.
 */
const RAISE: Thresholds['raise'] = {
  no_place: { species: 0.75, genus: 0, family: 0 },
  labels_miss_local_birds: { species: 0.4, genus: 0.2, family: 0 },
  unknown_relatives: { species: 0.9, genus: 0, family: 0 },
  views_disagree: { species: 0.6, genus: 0.3, family: 0 },
  unusual_here: { species: 0.99, genus: 0, family: 0 },
  // Shown, and decided by fusion.ts and ladder.ts: a contradiction is not a matter of a higher bar.
  senses_disagree: { species: 0, genus: 0, family: 0 },
  place_contradicts: { species: 0, genus: 0, family: 0 },
  marginal_quality: { species: 0.4, genus: 0.2, family: 0 },
};
const FLOOR: Thresholds['visualFloor'] = { species: 0.5, genus: 0.5, family: 0.5 };

export const DEFAULT_THRESHOLDS: Thresholds = {
  bar: { species: 0.85, genus: 0.7, family: 0.7 },
  raise: RAISE,
  heard: {
    bar: { species: 0.85, genus: 0.85, family: 0.85 },
    raise: RAISE,
    visualFloor: FLOOR,
    // Sounds are confused across the world's birds all the time: what a place rules out says nothing about it.
    contradiction: Infinity,
  },
  sure: 0.5,
  eitherOr: 3,
  rival: RIVAL,
  visualFloor: FLOOR,
  contradiction: 0.02,
  notABird: 0.5,
  coverage: 0.5,
  strangeness: 0.1,
  place: PLACE_WEIGHT,
  // Of 420 held-out pictures without a bird 11 or fewer get this far, of birds outside the labels less than half; a lower
  // floor brings mostly those (docs/decisions/0031-a-guess-is-not-a-verdict.md).
  guess: 0.4,
  alternative: 0.02,
};

/** The bar for one grain once all cautions have had their say. */
export function barFor(grain: NamingGrain, cautions: readonly Caution[], thresholds: Thresholds): number {
  let room = 1 - thresholds.bar[grain];
  for (const caution of cautions) room *= 1 - thresholds.raise[caution][grain];
  return 1 - room;
}

/** What a pack's calibration may bring: bars for every grain, the rest for species alone. */
export interface FittedThresholds {
  bars?: Thresholds['bar'] | undefined;
  raise?: Partial<Record<Caution, number>> | undefined;
  visualFloor?: number | undefined;
  contradiction?: number | undefined;
}

/** The numbers with what a pack's calibration of pictures fitted in their place. */
export function withCalibration(thresholds: Thresholds, fitted: FittedThresholds): Thresholds {
  return { ...thresholds, ...fittedInto(thresholds, fitted) };
}

/** The same for recordings. */
export function withSoundCalibration(thresholds: Thresholds, fitted: FittedThresholds): Thresholds {
  return { ...thresholds, heard: { ...thresholds.heard, ...fittedInto(thresholds.heard, fitted) } };
}

type Fitted = Thresholds['heard'];

function fittedInto(thresholds: Fitted, fitted: FittedThresholds): Fitted {
  const { bars, raise, visualFloor, contradiction = thresholds.contradiction } = fitted;
  const raised = { ...thresholds.raise };
  for (const caution of CAUTIONS) {
    const species = raise?.[caution];
    if (species !== undefined) raised[caution] = { ...raised[caution], species };
  }
  const floor = { ...thresholds.visualFloor, ...(visualFloor === undefined ? {} : { species: visualFloor }) };
  return { bar: bars ?? thresholds.bar, raise: raised, visualFloor: floor, contradiction };
}
