import { RIVAL, type RivalShare } from './heard';
import { DEFAULT_JUDGEMENT } from './judgement/defaults';
import type { Sense } from './judgement/shapes';
import type { SenseWeights } from './judgement/weighing';
import type { ObserverWeight } from './questions/likelihood';
import { PLACE_WEIGHT, type PlaceWeight } from './place-weight';

/** The numbers of a verdict. A pack's calibration brings the judgement that was fitted for its model; the rest holds for every pack. */
export interface Thresholds {
  judgement: Record<Sense, SenseWeights>;
  /** From this probability on a sense is sure enough of its answer to contradict another one. */
  sure: number;
  /** Up to this many species of different families are worth an either/or. */
  eitherOr: number;
  /** From which share on another species is something that the sounds could be as well. */
  rival: RivalShare;
  /** From this probability of "no bird" on, nothing is named. */
  notABird: number;
  /** What a share of the likeliest bird at a place makes of a species' probability. */
  place: PlaceWeight;
  /** What the observer's answers count. */
  observer: ObserverWeight;
  /** From here on, the likeliest species is worth saying where none is declared. */
  guess: number;
  /** Alternatives less likely than this are not worth a line. */
  alternative: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = {
  judgement: DEFAULT_JUDGEMENT,
  sure: 0.5,
  eitherOr: 3,
  rival: RIVAL,
  notABird: 0.5,
  place: PLACE_WEIGHT,
  observer: { error: 0.15, trust: 0.8, caution: 0.2, before: 0.2 },
  // Of 420 held-out pictures without a bird 11 or fewer get this far, of birds outside the labels less than half; a lower
  // floor brings mostly those (docs/decisions/0031-a-guess-is-not-a-verdict.md).
  guess: 0.4,
  alternative: 0.02,
};

/** The numbers with what the packs' calibrations fitted in their place. */
export function withJudgement(
  thresholds: Thresholds,
  fitted: Partial<Record<Sense, SenseWeights | undefined>>,
): Thresholds {
  const { seen = thresholds.judgement.seen, heard = thresholds.judgement.heard } = fitted;
  return { ...thresholds, judgement: { seen, heard } };
}
