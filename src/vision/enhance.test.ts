import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enhancePixels } from './enhance';
import { ENHANCEMENTS, type Enhancement } from '../domain/tools/enhance';

const SIDE = 16;

/** A grey picture with an alpha of its own, so that a changed alpha is noticed. */
function picture(value: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) data.set([value(x, y), value(x, y), value(x, y), 200], (y * SIDE + x) * 4);
  }
  return { data, width: SIDE, height: SIDE };
}

function enhanced(value: (x: number, y: number) => number, operation: Enhancement): number[] {
  const result = picture(value);
  enhancePixels(result, operation);
  return [...result.data].filter((_, i) => i % 4 === 0);
}

const at = (values: readonly number[], x: number, y: number): number => values[y * SIDE + x]!;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

describe('contrast', () => {
  test('spreads a flat picture over the whole range', () => {
    const values = enhanced((x) => 100 + 2 * x, 'contrast');
    expect(Math.min(...values)).toBe(0);
    expect(Math.max(...values)).toBe(255);
  });

  test('leaves a blank as it is instead of blowing up its noise', () => {
    expect(new Set(enhanced(() => 90, 'contrast'))).toEqual(new Set([90]));
    expect(new Set(enhanced((x) => 90 + (x % 2), 'contrast'))).toEqual(new Set([90, 91]));
  });

  test('is not fooled by a single white pixel', () => {
    const values = enhanced((x, y) => (x === 3 && y === 3 ? 255 : 100 + 2 * x), 'contrast');
    expect(at(values, 15, 0)).toBe(255);
  });
});

describe('brightness', () => {
  test.each([
    ['lifts a dark picture', 30],
    ['lowers a bright one', 190],
  ])('%s to the middle', (_, value) => {
    const before = Math.abs(value / 255 - 0.42);
    expect(Math.abs(mean(enhanced(() => value, 'brightness')) / 255 - 0.42)).toBeLessThan(before / 2);
  });

  test('keeps black black and white white', () => {
    const values = enhanced((x) => (x === 0 ? 0 : x === 1 ? 255 : 40), 'brightness');
    expect([at(values, 0, 0), at(values, 1, 0)]).toEqual([0, 255]);
  });

  test('goes no further than two and a half stops: night stays dark', () => {
    // 255 * (3 / 255) ^ 0.4, by hand.
    expect(mean(enhanced(() => 3, 'brightness'))).toBeCloseTo(43, 0);
  });
});

describe('denoise', () => {
  const noise = (x: number, y: number): number => ((x * 31 + y * 17) % 7) - 3;

  test('smooths grain', () => {
    const grain = (x: number, y: number): number => 120 + 2 * noise(x, y);
    const before = Array.from({ length: SIDE * SIDE }, (_, i) => grain(i % SIDE, Math.floor(i / SIDE)));
    expect(spread(enhanced(grain, 'denoise'))).toBeLessThan(0.8 * spread(before));
  });

  test('keeps an edge where it is', () => {
    const values = enhanced((x) => (x < 8 ? 50 : 200), 'denoise');
    expect(at(values, 7, 8)).toBe(50);
    expect(at(values, 8, 8)).toBe(200);
  });
});

describe('sharpen', () => {
  test('makes an edge steeper, from both sides', () => {
    const values = enhanced((x) => (x < 8 ? 80 : 160), 'sharpen');
    expect(at(values, 7, 8)).toBeLessThan(80);
    expect(at(values, 8, 8)).toBeGreaterThan(160);
  });

  test('leaves an even area as it is', () => {
    expect(new Set(enhanced(() => 77, 'sharpen'))).toEqual(new Set([77]));
  });
});

describe.each(ENHANCEMENTS)('%s', (operation) => {
  test('never touches the alpha, and turns grey into grey', () => {
    const pixels = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE });
    fc.assert(
      fc.property(pixels, (values) => {
        const result = picture((x, y) => at(values, x, y));
        enhancePixels(result, operation);
        for (let i = 0; i < result.data.length; i += 4) {
          const [r, g, b, alpha] = result.data.subarray(i, i + 4);
          expect([g, b, alpha]).toEqual([r, r, 200]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('changes something about a picture that needs it', () => {
    const dull = (x: number, y: number): number => 60 + x + ((x * 5 + y * 3) % 4) * 3;
    const before = Array.from({ length: SIDE * SIDE }, (_, i) => dull(i % SIDE, Math.floor(i / SIDE)));
    expect(enhanced(dull, operation)).not.toEqual(before);
  });
});
