import type { Golden, GoldenInput } from './manifest';

/** Numerical Recipes' 32-bit generator: the same bytes in every language, so the input need not be stored. */
const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;

export interface GoldenTensor {
  data: Float32Array;
  shape: number[];
}

/** Builds the input that a golden vector describes. */
export function goldenInput(input: GoldenInput): GoldenTensor {
  if (input.kind === 'rows') return { data: Float32Array.from(input.rows.flat()), shape: [input.rows.length, 3] };
  const size = input.shape.reduce((product, side) => product * side, 1);
  const data = new Float32Array(size);
  let state = input.seed >>> 0;
  for (let i = 0; i < size; i++) {
    if (i % input.hold === 0) state = (Math.imul(MULTIPLIER, state) + INCREMENT) >>> 0;
    data[i] = input.low + ((input.high - input.low) * state) / 2 ** 32;
  }
  return { data, shape: input.shape };
}

/** The small inputs that go in beside it. */
export function goldenFeeds({ also }: Golden): { name: string; data: Float32Array; shape: number[] }[] {
  return also.map(({ name, values }) => ({ name, data: Float32Array.from(values), shape: [values.length] }));
}

/** The largest difference from what was expected; infinite where an output is missing or not a number. */
export function goldenError(golden: Golden, output: ArrayLike<number>): number {
  let worst = 0;
  golden.expect.indices.forEach((index, i) => {
    const difference = Math.abs((output[index] ?? NaN) - golden.expect.values[i]!);
    worst = Number.isNaN(difference) ? Infinity : Math.max(worst, difference);
  });
  return worst;
}
