import { describe, expect, test } from 'vitest';
import { shareOf, upperBound } from '../src/domain/binomial';
import { excludesZero, bootstrap } from './bootstrap';
import { mean, quantile, reliability, riskCoverage, type Prediction } from './curves';
import figures from './reference-figures.json';

const predictions = figures.predictions as Prediction[];

describe("the metrics give scikit-learn's and scipy's figures", () => {
  test('for the area under the risk-coverage curve', () => {
    expect(riskCoverage(predictions).area).toBeCloseTo(figures.area, 10);
  });

  test('for the expected calibration error', () => {
    expect(reliability(predictions).error).toBeCloseTo(figures.calibrationError, 10);
  });

  test.each(figures.bounds)('for the exact bounds of $hits of $n', ({ hits, n, low, high, upper }) => {
    expect(shareOf(hits, n).low).toBeCloseTo(low, 8);
    expect(shareOf(hits, n).high).toBeCloseTo(high, 8);
    expect(upperBound(hits, n)).toBeCloseTo(upper, 8);
  });
});

describe('worked by hand', () => {
  const say = (confidence: number, right: boolean): Prediction => ({ confidence, right });

  test('the risk of four predictions, one of them wrong and least sure, is a quarter only when all are answered', () => {
    const curve = riskCoverage([say(0.2, false), say(0.9, true), say(0.8, true), say(0.7, true)]);
    expect(curve.coverage).toEqual([0.25, 0.5, 0.75, 1]);
    expect(curve.risk).toEqual([0, 0, 0, 0.25]);
    expect(curve.area).toBeCloseTo((0 + 0 + 0 + 1 / 4) / 4);
  });

  test('the same one surest costs at every coverage', () => {
    const curve = riskCoverage([say(0.99, false), say(0.9, true), say(0.8, true), say(0.7, true)]);
    expect(curve.area).toBeCloseTo((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4);
  });

  test('equal confidences share their errors evenly, whatever the order they come in', () => {
    const [a, b] = [say(0.5, true), say(0.5, false)];
    expect(riskCoverage([a, b]).area).toBeCloseTo((1 / 2 + 1 / 2) / 2);
    expect(riskCoverage([b, a])).toEqual(riskCoverage([a, b]));
    expect(riskCoverage([a, b]).coverage).toEqual([1]);
  });

  test('two in the bin 0.9 to 1, one of them right, miss by 0.45', () => {
    const { bins, error } = reliability([say(0.9, true), say(1, false)]);
    expect(bins).toEqual([{ low: 0.9, high: 1, n: 2, said: 0.95, came: 0.5 }]);
    expect(error).toBeCloseTo(0.45);
  });

  test('none of 300 leaves room for about three of 300', () => {
    expect(upperBound(0, 300)).toBeCloseTo(1 - 0.05 ** (1 / 300), 10);
    expect(upperBound(0, 300)).toBeLessThan(3 / 300);
    expect(shareOf(0, 0)).toEqual({ hits: 0, n: 0, rate: 0, low: 0, high: 1 });
  });

  test('the median and the tenth from the top of 1 to 11', () => {
    const values = [11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6];
    expect(quantile(values, 0.5)).toBe(6);
    expect(quantile(values, 0.9)).toBe(10);
    expect(quantile([], 0.5)).toBe(0);
  });
});

describe('a paired difference', () => {
  const pairs = Array.from({ length: 60 }, (_, index) => ({ a: index % 2, b: index % 3 === 0 ? 1 : 0 }));
  const gap = (sample: readonly { a: number; b: number }[]) => mean(sample.map(({ a, b }) => a - b));

  test('is the same for the same seed, and holds its value', () => {
    const first = bootstrap(pairs, gap);
    expect(first).toEqual(bootstrap(pairs, gap));
    expect(first.value).toBeCloseTo(30 / 60 - 20 / 60);
    expect(first.low).toBeLessThan(first.value);
    expect(first.high).toBeGreaterThan(first.value);
  });

  test('of two ways that answer alike is nothing, with no width, however hard the items are', () => {
    const same = bootstrap(pairs, (sample) => mean(sample.map(({ a }) => a - a)));
    expect(same).toEqual({ value: 0, low: 0, high: 0 });
    expect(excludesZero(same)).toBe(false);
  });

  test('covers the true difference of noisy pairs about as often as it says', () => {
    // Mean of n draws of +1 or -1: the interval of 95 % should hold 0 in most of 100 worlds, and not in all of them.
    let held = 0;
    for (let world = 1; world <= 100; world++) {
      let state = world * 7919;
      const coin = () => (state = (state * 48271) % 2147483647) / 2147483647 < 0.5;
      const noise = Array.from({ length: 80 }, () => (coin() ? 1 : -1));
      if (!excludesZero(bootstrap(noise, mean, world, 300))) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(88);
    expect(held).toBeLessThanOrEqual(100);
  });
});
