import { quantile } from './curves';
import { seeded } from './random';

export interface Difference {
  /** System minus baseline, on the items as they are. */
  value: number;
  /** Percentile interval of 95 % over resampled items. */
  low: number;
  high: number;
}

const ROUNDS = 2000;

/**
 * How much two ways of answering differ on the same items. Items are resampled in pairs, so what makes an item hard for
 * both does not widen the interval.
 */
export function pairedDifference<T>(
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
