import { quantile } from './curves.ts';
import { seeded } from '../training/random.ts';

export interface Difference {
  /** System minus baseline, on the items as they are. */
  value: number;
  /** Percentile interval of 95 % over resampled items. */
  low: number;
  high: number;
}

const ROUNDS = 2000;

/**
 * Something measured on items, with its interval. For how much two ways of answering differ, the items are the pairs: what makes
 * an item hard for both then does not widen the interval. Seeded, so that the same items give the same interval.
 */
export function bootstrap<T>(
  items: readonly T[],
  measure: (sample: readonly T[]) => number,
  seed = 1,
  rounds = ROUNDS,
): Difference {
  const random = seeded(seed);
  const differences: number[] = [];
  for (let round = 0; round < rounds && items.length > 0; round++) {
    differences.push(measure(items.map(() => items[Math.floor(random() * items.length)]!)));
  }
  return { value: measure(items), low: quantile(differences, 0.025), high: quantile(differences, 0.975) };
}

/** Whether the interval says that the two differ. */
export function excludesZero({ low, high }: Difference): boolean {
  return low > 0 || high < 0;
}
