import { withCalibration, withSoundCalibration, type Thresholds } from '../src/domain/thresholds';
import type { Calibration } from '../src/packs/model-parts';
import { compareWith, softmaxThreshold, toolFloor, type Comparison } from './baselines';
import { upperBound } from './binomial';
import { pairedDifference, type Difference } from './bootstrap';
import {
  fitCalibration,
  halves,
  judgeAll,
  temperCases,
  thresholdsOf,
  type CalibrationContext,
  type Case,
  type Condition,
  type Fit,
} from './calibrate';
import { mean, reliability, riskCoverage, type RiskCoverage } from './curves';
import type { Judged } from './judge';
import { sensitivity, type SensitivityRow } from './sensitivity';
import { tally, type Tally } from './tally';

/** A sound model's has a bias too. */
type Calibrated = Calibration & { bias?: number | undefined };

export interface CalibrationRun extends CalibrationContext {
  /** What the pack brings now. */
  before: Calibrated;
  /** The temperature stays: it was fitted on other and more data than this set. */
  keepTemperature: boolean;
  seed: number;
  set: string;
  today: string;
}

/** One condition: the figures of all items, and of the birds that the models could not know. */
export interface Measured {
  all: Tally;
  outside: Tally;
}
export type HeldOut = Record<Condition, Measured>;

/** What wrong places add for the further items, and for all of them together. */
interface FurtherGaps {
  misplaced: Difference;
  together: Difference;
}

export interface CalibrationResult {
  fit: Fit;
  /** On the half that the fit did not see. */
  heldOut: HeldOut;
  /** The same with the halves changed round, and both together: every item judged by a fit that did not see it. */
  swapped: Fit;
  pooled: HeldOut;
  /** The same for every draw of places. */
  draws: { own: Tally; far: Tally }[];
  /** All draws together: wrong species at wrong places minus those at right ones, as a share of verdicts. */
  misplaced: Difference;
  /** The further items, each half by the fit of the other, at the places drawn for them; null without any. */
  further: (Record<'known' | 'outside', Record<Condition, Tally>> & FurtherGaps) | null;
  /** With a place, every item judged by a fit that did not see it, beside the classifier alone. */
  against: { toolFloor: Comparison; softmax: Comparison; area: number };
  curves: { system: RiskCoverage; softmax: RiskCoverage };
  /** All items as the pack was before. */
  before: HeldOut;
  sensitivity: SensitivityRow[];
  /** For the manifest. */
  entry: Calibrated;
}

/** Fits on the first half, reports on the second; then the other way round. */
export function runCalibration(cases: readonly Case[], run: CalibrationRun): CalibrationResult {
  const [one, other] = halves(cases, run.seed);
  const kept = run.keepTemperature || run.modality === 'sound' ? run.before.temperature : null;
  const [known, unseen] = halves(run.further ?? [], run.seed);
  const fit = fitCalibration(one, { ...run, further: known }, kept);
  const swapped = fitCalibration(other, { ...run, further: unseen }, kept);
  // Once for each part, not for each of its draws: softmax over every record is most of the work.
  const tempered = new Map<readonly Case[], readonly Case[]>(
    ([one, other, known, unseen] as const).map((part) => {
      const { temperature } = part === other || part === unseen ? fit : swapped;
      return [part, temperCases(part, temperature, run)] as const;
    }),
  );
  const judged = (of: readonly Case[], by: Fit, place: Condition, draw = 0) =>
    judgeAll(tempered.get(of)!, place, thresholdsOf(by, run), run, draw);
  const pool = (place: Condition, draw = 0): Judged[] => [
    ...judged(other, fit, place, draw),
    ...judged(one, swapped, place, draw),
  ];
  const draws = Math.max(...cases.map(({ own, far }) => Math.min(own.length, far.length)));
  const everywhere = (of: readonly Case[], by: Fit): Misplaced[] => {
    const at = (place: 'own' | 'far') => Array.from({ length: draws }, (_, draw) => judged(of, by, place, draw));
    const [right, wrong] = [at('own'), at('far')];
    return of.map((_, index) => ({
      own: right.flatMap((draw) => draw[index] ?? []),
      far: wrong.flatMap((draw) => draw[index] ?? []),
    }));
  };
  const items = [...everywhere(other, fit), ...everywhere(one, swapped)];
  const further = [...everywhere(unseen, fit), ...everywhere(known, swapped)];
  const withoutPlace = [...judged(unseen, fit, 'none'), ...judged(known, swapped, 'none')];
  const pooled = pool('own');
  const softmax = compareWith(pooled, softmaxThreshold(pooled));
  const system = riskCoverage(pooled.map(({ best }) => best));
  const heldOut = each((place) => judged(other, fit, place));
  const said = judged(other, fit, 'own').flatMap(({ first }) => (first.taxon ? [first] : []));
  const { overclaim, n } = heldOut.own.all;
  const { temperature, bias, fitted } = run.before;
  const beside = known.length ? ` and half of ${run.further!.length} further photos` : '';
  const half = { on: `half of ${run.set}, seed ${run.seed}${beside}`, n: one.length, date: run.today };
  return {
    fit,
    heldOut,
    swapped,
    pooled: each(pool),
    draws: Array.from({ length: draws }, (_, draw) => ({
      own: tally(pool('own', draw)),
      far: tally(pool('far', draw)),
    })),
    misplaced: riseOf(items),
    further: further.length
      ? {
          ...byKind({
            own: further.flatMap(({ own }) => own),
            none: withoutPlace,
            far: further.flatMap(({ far }) => far),
          }),
          ...{ misplaced: riseOf(further), together: riseOf([...items, ...further]) },
        }
      : null,
    against: { toolFloor: compareWith(pooled, toolFloor(pooled)), softmax, area: system.area },
    curves: { system, softmax: riskCoverage(pooled.map(({ first }) => first)) },
    before: each((place) => judgeAll(cases, place, asBefore(run), run)),
    sensitivity: sensitivity(temperCases(cases, fit.temperature, run), thresholdsOf(fit, run), run, {
      ...run.before,
      bias: run.before.bias ?? 0,
    }),
    entry: {
      ...(kept === null ? { temperature: fit.temperature } : { temperature, ...(bias === undefined ? {} : { bias }) }),
      bars: fit.bars,
      visualFloor: fit.visualFloor,
      raise: { no_place: fit.noPlace },
      fitted: kept === null ? { ...half, ece: Number(reliability(said).error.toFixed(4)) } : fitted,
      risk: {
        most: run.risk.species,
        wrong: overclaim.hits,
        n,
        upper: Number(upperBound(overclaim.hits, n).toFixed(4)),
        on: `the other half of ${run.set}, seed ${run.seed}`,
        date: run.today,
      },
    },
  };
}

/** What an item came to at each of its right and of its wrong places. */
interface Misplaced {
  own: Judged[];
  far: Judged[];
}

function byKind(of: Record<Condition, Judged[]>): Record<'known' | 'outside', Record<Condition, Tally>> {
  const tallies = (kind: Judged['kind']): Record<Condition, Tally> => {
    const part = (judged: Judged[]): Tally => tally(judged.filter((one) => one.kind === kind));
    return { own: part(of.own), none: part(of.none), far: part(of.far) };
  };
  return { known: tallies('known'), outside: tallies('outside') };
}

function riseOf(items: readonly Misplaced[]): Difference {
  const wrong = (judged: readonly Judged[]): number => mean(judged.map(({ overclaim }) => Number(overclaim)));
  return pairedDifference(items, (sample) => mean(sample.map(({ own, far }) => wrong(far) - wrong(own))));
}

function each(judged: (place: Condition) => Judged[]): HeldOut {
  const measure = (place: Condition): Measured => {
    const all = judged(place);
    return { all: tally(all), outside: tally(all.filter(({ kind }) => kind === 'outside')) };
  };
  return { own: measure('own'), none: measure('none'), far: measure('far') };
}

function asBefore({ base, before, modality }: CalibrationRun): Thresholds {
  return modality === 'image' ? withCalibration(base, before) : withSoundCalibration(base, before);
}
