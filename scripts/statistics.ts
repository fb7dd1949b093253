/** What the benches say about uncertainty. */

/** The 95 % interval of a share, after Wilson. */
export function wilson(hits: number, n: number): [low: number, high: number] {
  const z = 1.96;
  const p = hits / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}

export function median(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * The 95 % interval of something computed from a sample: the middle of what resamples give. Seeded, so that a bench
 * gives the same interval for the same numbers.
 */
export function bootstrap(
  values: readonly number[],
  statistic: (values: readonly number[]) => number,
): [low: number, high: number] {
  const RESAMPLES = 1000;
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const results = Array.from({ length: RESAMPLES }, () =>
    statistic(values.map(() => values[Math.floor(next() * values.length)] ?? NaN)),
  ).sort((a, b) => a - b);
  return [results[Math.floor(RESAMPLES * 0.025)] ?? NaN, results[Math.floor(RESAMPLES * 0.975)] ?? NaN];
}
