import { bootstrap, type Difference } from './bootstrap';
import { riskCoverage, mean } from './curves';
import { grainReward, type Judged } from './judge';

/** What a simpler way of answering would have said to one item. */
export interface Answer {
  declared: boolean;
  right: boolean;
}

/** The classifier's first species, always declared. */
export function toolFloor(judged: readonly Judged[]): Answer[] {
  return judged.map(({ first }) => ({ declared: first.taxon !== null, right: first.right }));
}

/** The classifier's first species where its plain probability is high: as many as the system declared, the surest. */
export function softmaxThreshold(judged: readonly Judged[]): Answer[] {
  const many = judged.filter(({ grain }) => grain === 'species').length;
  const order = judged.map((_, index) => index);
  order.sort((a, b) => judged[b]!.first.confidence - judged[a]!.first.confidence || a - b);
  const chosen = new Set(order.slice(0, many));
  return judged.map(({ first }, index) => ({
    declared: chosen.has(index) && first.taxon !== null,
    right: first.right,
  }));
}

export interface BaselineFigures {
  declared: number;
  solve: number;
  overclaim: number;
  precision: number;
  reward: number;
  area: number;
}

export interface Comparison extends BaselineFigures {
  /** System minus baseline, with paired bootstrap intervals. */
  difference: { solve: Difference; overclaim: Difference; reward: Difference; area: Difference };
}

interface Pair {
  system: Judged;
  answer: Answer;
}

export function compareWith(judged: readonly Judged[], answers: readonly Answer[]): Comparison {
  const pairs = judged.map((system, index) => ({ system, answer: answers[index]! }));
  const declared = answers.filter((answer) => answer.declared);
  const difference = (measure: (pair: Pair) => number): Difference =>
    bootstrap(pairs, (sample) => mean(sample.map(measure)));
  return {
    declared: declared.length,
    solve: mean(pairs.map(solved)),
    overclaim: mean(pairs.map(({ answer }) => overclaimed(answer))),
    precision: mean(declared.map(({ right }) => (right ? 1 : 0))),
    reward: mean(pairs.map(({ answer }) => rewardOf(answer))),
    area: riskCoverage(judged.map(({ first }) => first)).area,
    difference: {
      solve: difference((pair) => (pair.system.solved ? 1 : 0) - solved(pair)),
      overclaim: difference(({ system, answer }) => (system.overclaim ? 1 : 0) - overclaimed(answer)),
      reward: difference(({ system, answer }) => system.reward - rewardOf(answer)),
      area: bootstrap(
        judged,
        (sample) =>
          riskCoverage(sample.map((one) => one.best)).area - riskCoverage(sample.map((one) => one.first)).area,
      ),
    },
  };
}

/** As for the system: where there is no bird, saying nothing is right. */
function solved({ system: { item, failed }, answer: { declared, right } }: Pair): number {
  return (declared ? right : item.truth === null && !failed) ? 1 : 0;
}

function overclaimed({ declared, right }: Answer): number {
  return declared && !right ? 1 : 0;
}

function rewardOf({ declared, right }: Answer): number {
  return grainReward(declared ? 'species' : 'abstain', declared && right, true);
}
