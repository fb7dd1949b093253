import type { TermId } from './term';

/** Which way a fact speaks as it grows, and the values at which its slope may change. */
export interface Shape {
  direction: 1 | -1;
  knots: readonly number[];
}

export type Sense = 'seen' | 'heard';

/** Log-odds, in finer steps where most verdicts are decided. */
const ODDS = [-4, -2, 0, 1.5, 3, 4.5, 6, 8];
const UP = (...knots: number[]): Shape => ({ direction: 1, knots });
const DOWN = (...knots: number[]): Shape => ({ direction: -1, knots });

const COMMON = {
  look: UP(...ODDS),
  with_place: UP(...ODDS),
  /** Natural logarithm of how many times likelier than the runner-up. */
  margin: UP(-3, 0, 1, 2, 3, 4.5, 6, 8),
  /** Decimal logarithm of the share of the likeliest bird there. */
  lives_here: UP(-3.5, -2.7, -1.7, -1, 0),
  ruled_out: DOWN(0, 0.005, 0.02, 0.06, 0.15, 0.35, 0.7),
  agreement: UP(-2, -1, -0.5, -0.1, 0, 0.5, 1.5),
  /** Fail, marginal, pass. */
  quality: UP(0, 1, 2),
  coverage: UP(0, 0.2, 0.4, 0.6, 0.8, 1),
  unlabelled: DOWN(0, 0.02, 0.1, 0.3, 0.6, 1),
  month: UP(0, 1),
} satisfies Partial<Record<TermId, Shape>>;

export const SHAPES: Record<Sense, Partial<Record<TermId, Shape>>> = {
  seen: {
    ...COMMON,
    /** Logarithm to base two. */
    pixels: UP(4.5, 5.5, 6.5, 7.5, 8.5),
    found: UP(0, 0.2, 0.4, 0.6, 0.8, 0.95),
    no_bird: DOWN(0, 0.02, 0.1, 0.3, 0.5),
  },
  heard: {
    ...COMMON,
    best_window: UP(...ODDS),
    /** Windows and stretches, each as the logarithm to base two of one more. */
    windows: UP(1, 1.6, 2, 3, 4, 5),
    others: DOWN(0, 1, 1.6, 2, 3, 4),
    /** Decibels. */
    signal: UP(0, 5, 10, 15, 20, 30),
    sounds_alike: DOWN(0, 0.05, 0.15, 0.3, 0.6, 1),
  },
};
