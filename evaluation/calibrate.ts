import type { NamingGrain } from '../src/domain/grain';
import type { Taxonomy } from '../src/domain/taxonomy';
import { withCalibration, withSoundCalibration, type Thresholds } from '../src/domain/thresholds';
import { calibrate } from '../src/vision/probabilities';
import type { Item } from './item';
import { judge, type Judged } from './judge';
import { isKnown, type PackLabels } from './known';
import { seeded, shuffled } from './random';
import type { RunRecord } from './record';
import { redecide } from './redecide';

/** The conditions an item is run in: with its place, with none, and with one where it does not live. */
export const CONDITIONS = ['own', 'none', 'far'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** One item in each of them, once for every place that was drawn. */
export type Case = { item: Item } & Record<Condition, readonly RunRecord[]>;

export interface CalibrationContext {
  taxonomy: Taxonomy;
  labels: PackLabels;
  modality: 'image' | 'sound';
  /** Of the image classifier's outputs; a sound classifier keeps its temperature, which hangs on windows, not on items. */
  kind: 'probabilities' | 'logits';
  /** What is not fitted keeps these. */
  base: Thresholds;
  /**
   * At most this share of items may get a wrong species, and this share a wrong genus or family; this share a wrong species
   * by the pictures alone, where a place holds nothing against it; of the birds outside the labels, this share a species.
   */
  risk: { species: number; coarser: number; misled: number; outside: number };
  /** Further items, from another set: the few errors of a small one decide nothing by themselves. */
  further?: readonly Case[];
}

export interface Fit {
  temperature: number;
  bars: Record<NamingGrain, number>;
  /** What the pictures, or the recordings, alone must give a species. */
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
const RAISES = Array.from({ length: 65 }, (_, step) => 1 - 10 ** (-step / 16));

/** Of these items at most this share may get a wrong taxon of this grain in this condition. */
interface Demand {
  of: readonly Case[];
  run: Condition;
  grain: NamingGrain;
  most: number;
}

/**
 * Fits from the finest grain to the coarsest: each number is the lowest that keeps the risk of naming a wrong taxon at that
 * grain, with those before it already in place. The risk is held by conformal risk control: with k wrong of n, the bound
 * (k + 1) / (n + 1) on the expected share of wrong verdicts of the next item must not pass the stated risk. An item
 * counts by the share of its drawn places that make it wrong.
 *
 * First what the pictures alone must give a species. Drawn places are a poor measure of that: whether a look-alike lives at
 * one is a matter of luck, and a handful of unlucky draws decides. So it is asked what would be wrong if every place held
 * the look-alike, which is what the pictures say without any; wrong places as they were drawn must keep the stated risk too.
 */
export function fitCalibration(cases: readonly Case[], context: CalibrationContext, kept: number | null = null): Fit {
  const temperature = kept ?? fitTemperature([...cases, ...(context.further ?? [])], context);
  const own = temperCases(cases, temperature, context);
  const all = [...own, ...temperCases(context.further ?? [], temperature, context)];
  const outside = all.filter(({ item }) => item.truth !== null && !isKnown(item.truth, item.modality, context.labels));
  const { species: most, coarser, misled, outside: mostOutside } = context.risk;
  const wrong = { grain: 'species', of: own, most } as const;
  const far = { ...wrong, run: 'far', of: all } as const;
  // With fewer birds outside the labels than this nothing can be promised on them: not even none wrong would do.
  const open = (run: Condition): Demand[] =>
    keeps(0, outside.length, mostOutside) ? [{ ...wrong, run, of: outside, most: mostOutside }] : [];

  let fit: Fit = {
    ...{ temperature, bars: { species: 0.5, genus: 1, family: 1 } },
    ...{ visualFloor: 0.5, noPlace: 0 },
  };
  const withBar = (grain: NamingGrain) => (value: number) => ({ ...fit, bars: { ...fit.bars, [grain]: value } });
  const anywhere = { ...wrong, run: 'none', of: all, most: misled } as const;
  fit = lowest(BARS, (visualFloor) => ({ ...fit, visualFloor }), [anywhere, far], context);
  fit = lowest(BARS, withBar('species'), [{ ...wrong, run: 'own' }, far, ...open('own')], context);
  fit = lowest(RAISES, (noPlace) => ({ ...fit, noPlace }), [{ ...wrong, run: 'none' }, ...open('none')], context);
  for (const grain of ['genus', 'family'] as const) {
    const demands = CONDITIONS.map((run) => ({ ...wrong, run, grain, most: coarser }));
    fit = lowest(BARS, withBar(grain), demands, context);
  }
  return fit;
}

function keeps(wrong: number, items: number, most: number): boolean {
  return (wrong + 1) / (items + 1) <= most;
}

/** The fit with the lowest value under which every demand holds; the highest where none does. */
function lowest(
  values: readonly number[],
  withValue: (value: number) => Fit,
  demands: readonly Demand[],
  context: CalibrationContext,
): Fit {
  // More asked for never makes more wrong: only what the least makes wrong has to be looked at again.
  const least = withValue(values[0]!);
  const suspects = demands.map(({ of, run, grain }) => wrongOnes(of, run, grain, least, context));
  const draws = new Map(demands.flatMap(({ of }) => of.map((one) => [one.item, one] as const)));
  const holds = (value: number): boolean =>
    demands.every(({ of, run, grain, most }, at) => {
      const still = wrongOnes(suspects[at]!, run, grain, withValue(value), context);
      const share = (one: Case): number => one[run].length / draws.get(one.item)![run].length;
      return keeps(
        still.reduce((sum, one) => sum + share(one), 0),
        of.length,
        most,
      );
    });
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return withValue(rounded(values[low]!));
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** The items that get a wrong taxon at this grain, with the places that make them so. */
function wrongOnes(
  cases: readonly Case[],
  run: Condition,
  grain: NamingGrain,
  fit: Fit,
  context: CalibrationContext,
): Case[] {
  const thresholds = thresholdsOf(fit, context);
  return cases.flatMap((one) => {
    const records = one[run].filter((record) => {
      const judged = judgeOne(one.item, record, thresholds, context);
      return judged.grain === grain && judged.said?.right === false;
    });
    return records.length ? [{ ...one, [run]: records }] : [];
  });
}

export function thresholdsOf(fit: Fit, { base, modality }: Pick<CalibrationContext, 'base' | 'modality'>): Thresholds {
  const { bars, visualFloor, noPlace } = fit;
  const into = modality === 'image' ? withCalibration : withSoundCalibration;
  return into(base, { bars, visualFloor, raise: { no_place: noPlace } });
}

/** The cases with their probabilities at this temperature, so that trying thresholds costs no softmax. */
export function temperCases(cases: readonly Case[], temperature: number, context: CalibrationContext): readonly Case[] {
  const { taxonomy, base: thresholds, kind, labels, modality } = context;
  if (modality === 'sound') return cases;
  const image = { temperature, kind, labels: labels.image };
  const again = (records: readonly RunRecord[]): RunRecord[] =>
    records.map((record) => redecide(record, { taxonomy, thresholds, image }));
  return cases.map(({ item, own, none, far }) => ({ item, own: again(own), none: again(none), far: again(far) }));
}

/** At one of the places that were drawn for each item; the first unless another is asked for. */
export function judgeAll(
  cases: readonly Case[],
  run: Condition,
  thresholds: Thresholds,
  context: CalibrationContext,
  draw = 0,
): Judged[] {
  return cases.flatMap(({ item, ...of }) =>
    of[run].slice(draw, draw + 1).map((one) => judgeOne(item, one, thresholds, context)),
  );
}

function judgeOne(
  item: Item,
  record: RunRecord,
  thresholds: Thresholds,
  { taxonomy, labels }: CalibrationContext,
): Judged {
  return judge(item, redecide(record, { taxonomy, thresholds, image: null }), { taxonomy, labels });
}

/**
 * The temperature under which the truth of the first looks is likeliest, over species that the labels hold. Golden-section
 * search on its logarithm: the likelihood has one peak.
 */
export function fitTemperature(cases: readonly Case[], { labels, kind }: CalibrationContext): number {
  const looks = cases.flatMap(({ item, own }) => {
    const truth = [...labels.image.keys()].filter((label) => labels.image[label] === item.truth);
    const [first] = own[0]?.scores.filter(({ tool }) => tool === 'classify_image') ?? [];
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
