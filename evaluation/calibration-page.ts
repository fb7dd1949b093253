import type { CalibrationResult, HeldOut, Measured } from './calibration-report';
import type { Comparison } from './baselines';
import type { Difference } from './bootstrap';
import type { CalibrationContext, Condition, Fit } from './calibrate';
import type { SensitivityRow } from './sensitivity';
import type { Tally } from './tally';

export interface CalibrationTitle {
  pack: string;
  set: string;
  command: string;
  today: string;
  risk: CalibrationContext['risk'];
  draws: number;
  /** Items from another set, half of which took part in each fit. */
  further: number;
  /** Whether the fit of the first half goes into the manifest. */
  written: boolean;
}

/** The result as a page of tables. */
export function describeCalibration(result: CalibrationResult, title: CalibrationTitle): string {
  const { fit, swapped, heldOut, pooled, before, against } = result;
  const { pack, set, command, today, risk, draws, further, written } = title;
  return `# Calibration of ${pack} on ${set}

\`${command}\`, ${today}. Stated risk: a wrong species for at most ${percent(risk.species)} of items and a wrong genus or family for at
most ${percent(risk.coarser)}; a species for at most ${percent(risk.outside)} of the birds outside the labels (where there are enough of
them to tell); by the pictures or recordings alone, where a place holds nothing against it, a wrong species for at most ${percent(risk.misled)}. By conformal
risk control on one half${further === 0 ? '' : ` and half of ${further} further items`}; everything below the first table is measured on items that the fit did
not see, unless it says otherwise. "With a place": drawn from each species' range; places were drawn ${draws} times for the fit,
and the first draw is what is reported. Bounds are one-sided 95 % Clopper-Pearson. "Outside": a species for a bird that is not
among the labels.

| fitted on | temperature | bar species | bar genus | bar family | before any place, species | raise without a place |
| --- | --- | --- | --- | --- | --- | --- |
${fitted(`first half${written ? ' (written to the manifest)' : ''}`, fit)}
${fitted('second half', swapped)}

| | items | solved | wrong species | right species | wrong genus or family | not enough | outside |
| --- | --- | --- | --- | --- | --- | --- | --- |
${[
  ...rows('second half', heldOut),
  ...rows('both halves, each by the fit of the other', pooled),
  ...rows('all, by the numbers before', before),
].join('\n')}

Every draw of places, both halves, each by the fit of the other:

| draw | with a place: solved | wrong species | right species | a wrong place: solved | wrong species | right species |
| --- | --- | --- | --- | --- | --- | --- |
${result.draws.map(({ own, far }, at) => `| ${at + 1} | ${drawn(own)} | ${drawn(far)} |`).join('\n')}

Wrong species at wrong places minus those at right ones, as a share of the verdicts of all draws (95 % paired bootstrap over items):
${gap(result.misplaced)}.
${furtherItems(result)}
Both halves, each by the fit of the other, with a place, beside the classifier alone (95 % paired bootstrap):

| | solved | wrong species | risk-coverage area | Goldcrest minus it: solved | overclaimed | area |
| --- | --- | --- | --- | --- | --- | --- |
| Goldcrest | ${percent(pooled.own.all.solve.rate)} | ${percent(pooled.own.all.overclaim.rate)} | ${against.area.toFixed(3)} | | | |
${beside('tool floor', against.toolFloor)}
${beside('softmax threshold, as many species', against.softmax)}
`;
}

/** What other numbers would do, as a page of its own. */
export function describeSensitivity({ sensitivity }: CalibrationResult, title: CalibrationTitle): string {
  const { pack, set, command, today } = title;
  return `# What other numbers would do: ${pack} on ${set}

\`${command}\`, ${today}. One number moved at a time, all others as fitted, verdicts decided again from the models' kept outputs for all
items: how many are solved, get a wrong species, get a wrong genus or family. **Bold** is in use. Where every number comes from:
[evaluation](../evaluation.md).

| number | value | with a place: solved | wrong species | wrong coarser | no place: solved | wrong species | wrong coarser | wrong place: solved | wrong species | wrong coarser |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${sensitivity.map(moved).join('\n')}
`;
}

/** The items of the other set, held out as well. */
function furtherItems({ further }: CalibrationResult): string {
  if (!further) return '';
  const row = (name: string, { n, solve, precision, overclaim, wrongCoarser, abstain }: Tally): string =>
    `| ${name} | ${n} | ${percent(solve.rate)} | ${overclaim.hits} (${percent(overclaim.rate)}) | ${precision.hits} | ${wrongCoarser.hits} | ${abstain.hits} |`;
  const kind = (name: string, of: Record<Condition, Tally>): string[] => [
    row(`${name}: with a place`, of.own),
    row(`${name}: no place`, of.none),
    row(`${name}: a wrong place`, of.far),
  ];
  return `
The further items, each half by the fit of the other, at the one place of each kind that was drawn for them:

| | verdicts | solved | wrong species | right species | wrong genus or family | not enough |
| --- | --- | --- | --- | --- | --- | --- |
${[...kind('inside the labels', further.known), ...kind('outside the labels', further.outside)].join('\n')}

Wrong places minus right ones: ${gap(further.misplaced)}; together with the items above ${gap(further.together)}.
`;
}

function drawn({ solve, overclaim, precision }: Tally): string {
  return `${percent(solve.rate)} | ${overclaim.hits} of ${overclaim.n} | ${precision.hits}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function rows(name: string, of: HeldOut): string[] {
  return [
    line(`${name}: with a place`, of.own),
    line(`${name}: no place`, of.none),
    line(`${name}: a wrong place`, of.far),
  ];
}

function line(name: string, { all, outside }: Measured): string {
  const { n, solve, overclaim, precision, wrongCoarser, abstain } = all;
  const wrong = `${overclaim.hits} (${percent(overclaim.rate)}, at most ${percent(overclaim.upper)})`;
  const open = `${outside.grains.species} of ${outside.n}`;
  return `| ${name} | ${n} | ${percent(solve.rate)} | ${wrong} | ${precision.hits} | ${wrongCoarser.hits} | ${abstain.hits} | ${open} |`;
}

function fitted(name: string, { temperature, bars, visualFloor, noPlace }: Fit): string {
  return `| ${name} | ${temperature} | ${bars.species} | ${bars.genus} | ${bars.family} | ${visualFloor} | ${noPlace} |`;
}

function beside(name: string, { solve, overclaim, area, difference }: Comparison): string {
  const gaps = [difference.solve, difference.overclaim, difference.area].map(gap).join(' | ');
  return `| ${name} | ${percent(solve)} | ${percent(overclaim)} | ${area.toFixed(3)} | ${gaps} |`;
}

function gap({ value, low, high }: Difference): string {
  const signed = (number: number): string => (number > 0 ? '+' : '') + number.toFixed(3);
  return `${signed(value)} (${signed(low)} to ${signed(high)})`;
}

function moved({ name, value, used, counts }: SensitivityRow): string {
  const cell = ({ solved, wrongSpecies, wrongCoarser }: SensitivityRow['counts']['own']): string =>
    `${solved} | ${wrongSpecies} | ${wrongCoarser}`;
  const cells = [counts.own, counts.none, counts.far].map(cell).join(' | ');
  return `| ${name} | ${used ? `**${value}**` : value} | ${cells} |`;
}
