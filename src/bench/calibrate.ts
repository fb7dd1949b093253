import type { NamingGrain } from '../domain/grain';
import type { Taxonomy } from '../domain/taxonomy';
import { withCalibration, type Thresholds } from '../domain/thresholds';
import { calibrate } from '../tools/classify_image/probabilities';
import type { Item } from './item';
import { judge, type Judged } from './judge';
import type { PackLabels } from './known';
import { seeded, shuffled } from './random';
import type { RunRecord } from './record';
import { redecide } from './redecide';

/** The conditions an item is run in: with its place, with none, and with one where it does not live. */
export const CONDITIONS = ['own', 'none', 'far'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** One item in each of them. */
export type Case = { item: Item } & Record<Condition, RunRecord>;

export interface CalibrationContext {
  taxonomy: Taxonomy;
  labels: PackLabels;
  kind: 'probabilities' | 'logits';
  /** What is not fitted keeps these. */
  base: Thresholds;
  /** At most this share of items may get a wrong species, and this share a wrong genus or family. */
  risk: { species: number; coarser: number };
}

export interface Fit {
  temperature: number;
  bars: Record<NamingGrain, number>;
  /** What the pictures alone must give a species. */
  visualFloor: number;
  /** What a missing place adds for a species. */
  noPlace: number;
}

/** Two halves, by a seeded shuffle of the items. */
export function halves<T>(cases: readonly T[], seed: number): [T[], T[]] {
  const order = shuffled(cases, seeded(seed));
  const middle = Math.ceil(order.length / 2);
  return [order.slice(0, middle), order.slice(middle)];
}

/** Bars from a half to all but certainty, closer together where they matter. */
const BARS = Array.from({ length: 66 }, (_, step) => 1 - 0.5 * 10 ** (-step / 24));
const RAISES = Array.from({ length: 34 }, (_, step) => 1 - 10 ** (-step / 16));

/**
 * Fits from the finest grain to the coarsest: each bar is the lowest that keeps the risk of naming a wrong taxon at that
 * grain, with the finer ones already in place. The risk is held by conformal risk control: with k wrong of n, the bound
 * (k + 1) / (n + 1) on the expected share of wrong verdicts of the next item must not pass the stated risk.
 */
export function fitCalibration(cases: readonly Case[], context: CalibrationContext, kept: number | null = null): Fit {
  const temperature = kept ?? fitTemperature(cases, context);
  const tempered = temperCases(cases, temperature, context);
  const bars: Fit['bars'] = { species: 1, genus: 1, family: 1 };
  const thresholds = (changes: Partial<Fit>): Thresholds =>
    thresholdsOf({ temperature, bars, visualFloor: 0.5, noPlace: 0, ...changes }, context.base);
  const wrong = (run: Condition, grain: NamingGrain, with_: Thresholds): number =>
    judgeAll(tempered, run, with_, context).filter((one) => one.grain === grain && one.said?.right === false).length;
  const keeps = (count: number, most: number): boolean => (count + 1) / (cases.length + 1) <= most;

  bars.species = lowest(BARS, (bar) => {
    return keeps(wrong('own', 'species', thresholds({ bars: { ...bars, species: bar } })), context.risk.species);
  });
  const visualFloor = lowest(BARS, (floor) =>
    keeps(wrong('far', 'species', thresholds({ visualFloor: floor })), context.risk.species),
  );
  const noPlace = lowest(RAISES, (raise) =>
    keeps(wrong('none', 'species', thresholds({ visualFloor, noPlace: raise })), context.risk.species),
  );
  for (const grain of ['genus', 'family'] as const) {
    bars[grain] = lowest(BARS, (bar) => {
      const tried = thresholds({ visualFloor, noPlace, bars: { ...bars, [grain]: bar } });
      const most = Math.max(...CONDITIONS.map((condition) => wrong(condition, grain, tried)));
      return keeps(most, context.risk.coarser);
    });
  }
  return { temperature, bars, visualFloor, noPlace };
}

function lowest(values: readonly number[], holds: (value: number) => boolean): number {
  // More asked for never makes more wrong, so the first that holds can be found by halving.
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return Number(values[low]!.toFixed(4));
}

export function thresholdsOf({ bars, visualFloor, noPlace }: Fit, base: Thresholds): Thresholds {
  return withCalibration(base, { bars, visualFloor, raise: { no_place: noPlace } });
}

/** The cases with their probabilities at this temperature, so that trying thresholds costs no softmax. */
export function temperCases(cases: readonly Case[], temperature: number, context: CalibrationContext): Case[] {
  const { taxonomy, base: thresholds, kind, labels } = context;
  const image = { temperature, kind, labels: labels.image };
  const again = (record: RunRecord): RunRecord => redecide(record, { taxonomy, thresholds, image });
  return cases.map(({ item, own, none, far }) => ({ item, own: again(own), none: again(none), far: again(far) }));
}

export function judgeAll(
  cases: readonly Case[],
  run: Condition,
  thresholds: Thresholds,
  { taxonomy, labels }: CalibrationContext,
): Judged[] {
  return cases.map((one) =>
    judge(one.item, redecide(one[run], { taxonomy, thresholds, image: null }), { taxonomy, labels }),
  );
}

/**
 * The temperature under which the truth of the first looks is likeliest, over species that the labels hold. Golden-section
 * search on its logarithm: the likelihood has one peak.
 */
export function fitTemperature(cases: readonly Case[], { labels, kind }: CalibrationContext): number {
  const looks = cases.flatMap(({ item, own }) => {
    const truth = [...labels.image.keys()].filter((label) => labels.image[label] === item.truth);
    const [first] = own.scores.filter(({ tool }) => tool === 'classify_image');
    return first && truth.length > 0 ? [{ truth, raw: Float32Array.from(first.values) }] : [];
  });
  const loss = (log: number): number =>
    looks.reduce((sum, { truth, raw }) => {
      const probabilities = calibrate(raw, kind, Math.exp(log));
      const right = truth.reduce((total, label) => total + probabilities[label]!, 0);
      return sum - Math.log(Math.max(right, 1e-12));
    }, 0);
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(0.1), Math.log(10)];
  for (let step = 0; step < 40; step++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (loss(left) < loss(right)) high = right;
    else low = left;
  }
  return looks.length === 0 ? 1 : Number(Math.exp((low + high) / 2).toFixed(3));
}
