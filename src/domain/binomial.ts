/** Exact (Clopper-Pearson) bounds for a share, by bisection on the binomial distribution. */

export const CONFIDENCE = 0.95;

export interface Share {
  hits: number;
  n: number;
  /** Never NaN: 0 of 0 is 0, with bounds from 0 to 1. */
  rate: number;
  /** Two-sided 95 % interval. */
  low: number;
  high: number;
}

export function shareOf(hits: number, n: number): Share {
  const tail = (1 - CONFIDENCE) / 2;
  return { hits, n, rate: n === 0 ? 0 : hits / n, low: lowerBound(hits, n, tail), high: upperBound(hits, n, tail) };
}

/** The largest share that would still give this few hits with a chance of `tail`: one-sided 95 % by default. */
export function upperBound(hits: number, n: number, tail = 1 - CONFIDENCE): number {
  if (hits >= n) return 1;
  return bisect((share) => atMost(hits, n, share) > tail);
}

export function lowerBound(hits: number, n: number, tail = 1 - CONFIDENCE): number {
  if (hits <= 0) return 0;
  return bisect((share) => 1 - atMost(hits - 1, n, share) < tail);
}

/** Chance of at most `hits` of `n` at this share. */
function atMost(hits: number, n: number, share: number): number {
  let sum = 0;
  for (let k = 0; k <= hits; k++) {
    sum += Math.exp(logChoose(n, k) + k * Math.log(share) + (n - k) * Math.log1p(-share));
  }
  return Math.min(1, sum);
}

const logFactorials = [0];

function logChoose(n: number, k: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1]! + Math.log(i));
  return logFactorials[n]! - logFactorials[k]! - logFactorials[n - k]!;
}

/** The point in (0, 1) up to which `holds` is true. */
function bisect(holds: (share: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
