import { clamp, logistic, logOdds } from '../numbers';
import { NAMING_GRAINS, type NamingGrain } from '../grain';
import { SHAPES, type Sense, type Shape } from './shapes';
import type { JudgedTerm, TermId } from './term';

/** What is known about one taxon, by the term that weighs it. Unknown facts are left out and count for nothing. */
export type Facts = Partial<Record<TermId, number>>;

/** What a fact adds, step by step from knot to knot, and what it adds for the usual bird. */
export interface WeighedTerm {
  steps: readonly number[];
  usual: number;
}

/** Log-odds are the bias and what each fact adds beyond the usual. */
export interface GrainWeights {
  bias: number;
  terms: Readonly<Partial<Record<TermId, WeighedTerm | undefined>>>;
}

export interface Weights {
  /** What a judged probability has to reach for a name. */
  bars: Record<NamingGrain, number>;
  grains: Record<NamingGrain, GrainWeights>;
}

/** There are separate weights without a place: the same facts are worth more or less then. */
export interface SenseWeights {
  placed: Weights;
  unplaced: Weights;
}

/** How far a value has come between each pair of knots, 0 to 1. */
export function stepsTo(value: number, { knots }: Shape): number[] {
  return knots.slice(1).map((to, at) => {
    const from = knots[at]!;
    return Math.min(1, Math.max(0, (value - from) / (to - from)));
  });
}

export function contributionOf(value: number, shape: Shape, steps: readonly number[]): number {
  return shape.direction * stepsTo(value, shape).reduce((sum, part, at) => sum + part * (steps[at] ?? 0), 0);
}

/** The probability that a taxon is right by these facts, and each term of it, the weightiest first. */
export function weigh(
  facts: Facts,
  grain: NamingGrain,
  sense: Sense,
  { grains }: Weights,
): { probability: number; terms: JudgedTerm[] } {
  const { bias, terms: weights } = grains[grain];
  const terms: JudgedTerm[] = [];
  let odds = bias;
  for (const [id, shape] of Object.entries(SHAPES[sense]) as [TermId, Shape][]) {
    const [value, weighed] = [facts[id], weights[id]];
    if (value === undefined || !weighed) continue;
    const weight = contributionOf(value, shape, weighed.steps) - weighed.usual;
    odds += weight;
    if (Math.abs(weight) >= LEAST_SHOWN) {
      terms.push({ id, grain, sense, stance: weight < 0 ? 'against' : 'for', weight });
    }
  }
  terms.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return { probability: logistic(odds), terms };
}

/** Log-odds that are not worth a line: about one point in a hundred at even odds. */
export const LEAST_SHOWN = 0.05;

/** Log-odds, kept within the range that a judgement can tell apart. */
export function oddsOf(probability: number): number {
  const MOST = 8;
  // Sums of shares can end slightly above one.
  return clamp(logOdds(Math.min(1, probability)), -MOST, MOST);
}

/** The same weights for every grain, for packs without a fit. */
export function everyGrain<T>(make: (grain: NamingGrain) => T): Record<NamingGrain, T> {
  return Object.fromEntries(NAMING_GRAINS.map((grain) => [grain, make(grain)])) as Record<NamingGrain, T>;
}
