import type { Difference } from './bootstrap';
import type { Report } from './report';

/** The report's first lines for a terminal. */
export function describeReport({ overall, baselines, riskCoverage, reliability, by }: Report): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const gap = ({ value, low, high }: Difference): string =>
    `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  const { solve, overclaim, precision, abstain, n, failed } = overall;
  const { toolFloor, softmax } = baselines;
  return [
    `${n} items${failed > 0 ? `, ${failed} of them failed` : ''}`,
    `  solved        ${percent(solve.rate)} (${percent(solve.low)} to ${percent(solve.high)})`,
    `  overclaimed   ${overclaim.hits}, ${percent(overclaim.rate)}, at most ${percent(overclaim.upper)}`,
    `  species right ${precision.hits} of ${precision.n}`,
    `  not enough    ${abstain.hits}`,
    ...(overall.amongNamed
      ? [
          `  recordings    the labelled bird is among those named in ${overall.amongNamed.hits} of ${overall.amongNamed.n}; ${overall.othersNamed} others named`,
        ]
      : []),
    `  reward ${overall.reward.toFixed(3)}, calls ${overall.calls.toFixed(1)}, tool errors ${overall.toolErrors.toFixed(2)}, needed tools called ${percent(overall.neededCalled.rate)}, ${(overall.milliseconds.median / 1000).toFixed(2)} s an item`,
    `  tool floor: solved ${percent(toolFloor.solve)}, overclaimed ${percent(toolFloor.overclaim)}; we solve ${gap(toolFloor.difference.solve)} more`,
    `  softmax threshold, as many species: overclaimed ${percent(softmax.overclaim)}, right ${percent(softmax.precision)}`,
    `  risk-coverage area ${riskCoverage.system.area.toFixed(3)}, softmax ${riskCoverage.softmax.area.toFixed(3)}; difference ${gap(softmax.difference.area)}`,
    `  calibration error of verdicts ${percent(reliability.verdicts.error)}`,
    ...by.kind.map(
      ({ name, tally }) =>
        `  ${name.padEnd(11)} ${tally.n} items, solved ${percent(tally.solve.rate)}, wrong species ${tally.overclaim.hits}, wrong coarser ${tally.wrongCoarser.hits}, not enough ${tally.abstain.hits}`,
    ),
  ].join('\n');
}
