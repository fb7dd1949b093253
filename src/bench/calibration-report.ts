import { withCalibration, type Thresholds } from '../domain/thresholds';
import type { Calibration } from '../packs/manifest';
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
import { upperBound } from './binomial';
import { reliability } from './curves';
import { sensitivity, type SensitivityRow } from './sensitivity';
import { tally, type Tally } from './tally';

export interface CalibrationRun extends CalibrationContext {
  /** What the pack brings now. */
  before: Calibration;
  seed: number;
  set: string;
  today: string;
}

export type HeldOut = Record<Condition, Tally>;

export interface CalibrationResult {
  fit: Fit;
  /** On the half that the fit did not see. */
  heldOut: HeldOut;
  /** The same with the halves changed round, and both together: every item judged by a fit that did not see it. */
  swapped: Fit;
  pooled: HeldOut;
  /** All items as the pack was before. */
  before: HeldOut;
  sensitivity: SensitivityRow[];
  /** For the manifest. */
  entry: Calibration;
}

/**
 * Fits on the first half, reports on the second; then the other way round. A temperature that was fitted on more data than
 * this half stays: it is the better estimate, and only the bars hang on the rules.
 */
export function runCalibration(cases: readonly Case[], run: CalibrationRun): CalibrationResult {
  const [one, other] = halves(cases, run.seed);
  const kept = run.before.fitted.n > one.length ? run.before.temperature : null;
  const fit = fitCalibration(one, run, kept);
  const swapped = fitCalibration(other, run, kept);
  const judged = (of: readonly Case[], by: Fit, place: Condition) =>
    judgeAll(temperCases(of, by.temperature, run), place, thresholdsOf(by, run.base), run);
  const pool = (place: Condition): Tally => tally([...judged(other, fit, place), ...judged(one, swapped, place)]);
  const now: Thresholds = withCalibration(run.base, run.before);
  const each = (measure: (place: Condition) => Tally): HeldOut => ({
    ...{ own: measure('own'), none: measure('none'), far: measure('far') },
  });
  const heldOut = each((place) => tally(judged(other, fit, place)));
  const used = thresholdsOf(fit, run.base);
  const said = judged(other, fit, 'own').flatMap(({ first }) => (first.taxon ? [first] : []));
  const { overclaim, n } = heldOut.own;
  return {
    fit,
    heldOut,
    swapped,
    pooled: each(pool),
    before: each((place) => tally(judgeAll(cases, place, now, run))),
    sensitivity: sensitivity(temperCases(cases, fit.temperature, run), used, run),
    entry: {
      temperature: fit.temperature,
      bars: fit.bars,
      visualFloor: fit.visualFloor,
      raise: { no_place: fit.noPlace },
      fitted:
        kept === null
          ? { on: `half of ${run.set}, seed ${run.seed}`, n: one.length, date: run.today, ece: reliability(said).error }
          : run.before.fitted,
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

export interface CalibrationTitle {
  pack: string;
  set: string;
  command: string;
  today: string;
}

/** The result as a page of tables. */
export function describeCalibration(
  result: CalibrationResult,
  { pack, set, command, today }: CalibrationTitle,
): string {
  const { fit, swapped, heldOut, pooled, before, entry } = result;
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const line = (name: string, { n, solve, overclaim, precision, wrongCoarser, abstain }: Tally): string =>
    `| ${name} | ${n} | ${percent(solve.rate)} | ${overclaim.hits} (${percent(overclaim.rate)}, at most ${percent(overclaim.upper)}) | ${precision.hits} | ${wrongCoarser.hits} | ${abstain.hits} |`;
  const rows = (name: string, of: HeldOut): string[] => [
    line(`${name}: with a place`, of.own),
    line(`${name}: no place`, of.none),
    line(`${name}: a wrong place`, of.far),
  ];
  const fitted = (name: string, { temperature, bars, visualFloor, noPlace }: Fit): string =>
    `| ${name} | ${temperature} | ${bars.species} | ${bars.genus} | ${bars.family} | ${visualFloor} | ${noPlace} |`;
  const cell = ({ solved, wrongSpecies, wrongCoarser }: SensitivityRow['counts']['own']): string =>
    `${solved} | ${wrongSpecies} | ${wrongCoarser}`;
  return `# Calibration of ${pack} on ${set}

\`${command}\`, ${today}. Stated risk: a wrong species for at most ${percent(entry.risk?.most ?? 0)} of items, by conformal
risk control on one half; everything below the first table is measured on items that the fit did not see, unless it says
otherwise. "With a place": drawn from each species' range. Bounds are one-sided 95 % Clopper-Pearson.

| fitted on | temperature | bar species | bar genus | bar family | pictures alone, species | raise without a place |
| --- | --- | --- | --- | --- | --- | --- |
${fitted('first half (written to the manifest)', fit)}
${fitted('second half', swapped)}

| | items | solved | wrong species | right species | wrong genus or family | not enough |
| --- | --- | --- | --- | --- | --- | --- |
${[...rows('second half', heldOut), ...rows('both halves, each by the fit of the other', pooled), ...rows('all, by the numbers before', before)].join('\n')}

## What other numbers would do

One number moved at a time, all others as fitted, on all items (\`npm run calibrate\` makes this table). **Bold** is in use.

| number | value | with a place: solved | wrong species | wrong coarser | no place: solved | wrong species | wrong coarser | wrong place: solved | wrong species | wrong coarser |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${result.sensitivity
  .map(({ name, value, used, counts }) => {
    const cells = [counts.own, counts.none, counts.far].map(cell).join(' | ');
    return `| ${name} | ${used ? `**${value}**` : value} | ${cells} |`;
  })
  .join('\n')}
`;
}
