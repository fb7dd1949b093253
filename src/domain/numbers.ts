export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The value within the bounds; `low` wins where the bounds cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/** The probability of these log-odds. */
export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

export function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}
