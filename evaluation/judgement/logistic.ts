/** A row of a logistic regression: how far each step has come, whether it came true, and how much the row counts. */
export interface LogisticRow {
  x: Float64Array;
  right: boolean;
  weight: number;
}

export interface LogisticOptions {
  /** The direction of each column: its weight times this is added to the log-odds, and the weight is never negative. */
  directions: readonly (1 | -1)[];
  /** The strength of the ridge, as if this many rows spoke for zero. */
  ridge: number;
  rounds?: number;
}

/**
 * Logistic regression whose weights cannot change sides, so that no fact can ever speak the wrong way: accelerated
 * projected gradient descent (Beck and Teboulle 2009), with the ridge on the weights and none on the bias.
 */
export function fitLogistic(
  rows: readonly LogisticRow[],
  { directions, ridge, rounds = 400 }: LogisticOptions,
): { bias: number; weights: number[] } {
  const width = directions.length;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { bias: 0, weights: directions.map(() => 0) };
  // The curvature of the loss is at most a quarter of the squared length of a row.
  const longest = Math.max(...rows.map(({ x }) => 1 + x.reduce((sum, value) => sum + value * value, 0)));
  const step = 1 / (longest / 4 + ridge / total);

  let at = new Float64Array(width + 1);
  at[width] = Math.log((right(rows) + 0.5) / (total - right(rows) + 0.5));
  let ahead = at.slice();
  let speed = 1;
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(width + 1);
    for (const { x, right: came, weight } of rows) {
      let odds = ahead[width]!;
      for (let i = 0; i < width; i++) odds += directions[i]! * ahead[i]! * x[i]!;
      const error = ((1 / (1 + Math.exp(-odds)) - (came ? 1 : 0)) * weight) / total;
      for (let i = 0; i < width; i++) gradient[i]! += error * directions[i]! * x[i]!;
      gradient[width]! += error;
    }
    const next = new Float64Array(width + 1);
    for (let i = 0; i < width; i++) {
      next[i] = Math.max(0, ahead[i]! - step * (gradient[i]! + (ridge / total) * ahead[i]!));
    }
    next[width] = ahead[width]! - step * gradient[width]!;
    const faster = (1 + Math.sqrt(1 + 4 * speed * speed)) / 2;
    ahead = next.map((value, i) => value + ((speed - 1) / faster) * (value - at[i]!));
    at = next;
    speed = faster;
  }
  return { bias: at[width]!, weights: [...at.subarray(0, width)] };
}

function right(rows: readonly LogisticRow[]): number {
  return rows.reduce((sum, row) => sum + (row.right ? row.weight : 0), 0);
}
