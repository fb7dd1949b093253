import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenError, goldenInput } from './golden';
import type { Golden } from './manifest';

function golden(values: number[], indices = values.map((_, index) => index)): Golden {
  return { input: { kind: 'rows', rows: [] }, also: [], expect: { indices, values }, tolerance: 0.01 };
}

describe('the input of a golden vector', () => {
  /** Numerical Recipes' generator in exact arithmetic: what another language computes with its own integers. */
  function reference(seed: bigint, steps: number): number[] {
    const states: number[] = [];
    for (let i = 0, state = seed; i < steps; i++) {
      state = (1664525n * state + 1013904223n) % 2n ** 32n;
      states.push(Number(state));
    }
    return states;
  }

  test('is the same that any other implementation of the rule makes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const { data } = goldenInput({ kind: 'lcg', seed, hold: 1, low: 0, high: 1, shape: [32] });
        const expected = reference(BigInt(seed), 32).map((state) => Math.fround(state / 2 ** 32));
        expect([...data]).toEqual(expected);
      }),
    );
  });

  test('holds each value for as long as it says, and spreads them between low and high', () => {
    const { data, shape } = goldenInput({ kind: 'lcg', seed: 1, hold: 3, low: -2, high: 6, shape: [1, 2, 4] });
    const [a, b, c] = reference(1n, 3).map((state) => Math.fround(-2 + (8 * state) / 2 ** 32));
    expect([...data]).toEqual([a, a, a, b, b, b, c, c]);
    expect(shape).toEqual([1, 2, 4]);
  });

  test('of rows is those rows', () => {
    const rows: [number, number, number][] = [
      [51.5, -0.5, 18],
      [-33, 151, 40],
    ];
    expect(goldenInput({ kind: 'rows', rows })).toEqual({
      data: Float32Array.of(51.5, -0.5, 18, -33, 151, 40),
      shape: [2, 3],
    });
  });
});

describe('how far an output is off', () => {
  test('is the largest difference at the places that are compared', () => {
    expect(goldenError(golden([0.1, 0.5], [3, 1]), [9, 0.75, 9, 0.1])).toBeCloseTo(0.25, 12);
    expect(goldenError(golden([0.5]), [0.25])).toBeCloseTo(0.25, 12);
  });

  test('is nothing for the same numbers', () => {
    expect(goldenError(golden([1, -2, 3]), [1, -2, 3])).toBe(0);
  });

  test('is infinite for an output that is missing or not a number, wherever it stands', () => {
    expect(goldenError(golden([1], [5]), [1])).toBe(Infinity);
    expect(goldenError(golden([1, 2]), [NaN, 2])).toBe(Infinity);
    expect(goldenError(golden([1, 2]), [1, NaN])).toBe(Infinity);
    expect(goldenError(golden([1, 2]), [Infinity, 2])).toBe(Infinity);
  });
});
