import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pixelStatistics } from './pixel-statistics';

type Rgb = [number, number, number];
const grey = (value: number): Rgb => [value, value, value];

function measure(width: number, height: number, colour: (x: number, y: number) => Rgb) {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set([...colour(x, y), 255], (y * width + x) * 4);
  }
  return pixelStatistics(rgba, width, height);
}

describe('what is read off pixels', () => {
  test('a blank has no contrast and nothing sharp', () => {
    expect(measure(20, 20, () => grey(128))).toEqual({
      sharpness: 0,
      exposure: expect.closeTo(128 / 255, 5) as number,
      contrast: 0,
      shadowsClipped: 0,
      highlightsClipped: 0,
    });
  });

  test('exposure is the mean luminance, green counting most and blue least', () => {
    expect(measure(4, 4, () => [255, 0, 0]).exposure).toBeCloseTo(0.2126, 4);
    expect(measure(4, 4, () => [0, 255, 0]).exposure).toBeCloseTo(0.7152, 4);
    expect(measure(4, 4, () => [0, 0, 255]).exposure).toBeCloseTo(0.0722, 4);
  });

  test('contrast is the spread of the luminance', () => {
    expect(measure(10, 10, (x) => grey(x % 2 ? 255 : 0)).contrast).toBeCloseTo(0.5, 5);
    expect(measure(10, 10, (x) => grey(x % 2 ? 178 : 76)).contrast).toBeCloseTo(51 / 255, 5);
  });

  test('clipping is the share of pixels at the very ends', () => {
    const { shadowsClipped, highlightsClipped } = measure(10, 10, (x) => grey(x < 3 ? 0 : x < 5 ? 255 : 128));
    expect(shadowsClipped).toBeCloseTo(0.3, 10);
    expect(highlightsClipped).toBeCloseTo(0.2, 10);
  });

  test.each([
    [4, 1],
    [5, 0],
  ])('luminance %i is clipped shadow: %i', (value, share) => {
    expect(measure(4, 4, () => grey(value)).shadowsClipped).toBe(share);
  });

  test.each([
    [252, 1],
    [250, 0],
  ])('luminance %i is clipped highlight: %i', (value, share) => {
    expect(measure(4, 4, () => grey(value)).highlightsClipped).toBe(share);
  });

  test('an edge over one pixel is sharper than the same edge over ten', () => {
    const edge = (over: number) => measure(40, 40, (x) => grey(Math.min(1, Math.max(0, (x - 15) / over)) * 200));
    expect(edge(1).sharpness).toBeGreaterThan(2 * edge(10).sharpness);
  });

  test('sharpness does not depend on brightness or contrast, so that figures compare across photos', () => {
    const pattern = (x: number, y: number): number => ((x * 7 + y * 13) % 5) - 2;
    const dim = measure(30, 30, (x, y) => grey(60 + 4 * pattern(x, y)));
    const strong = measure(30, 30, (x, y) => grey(150 + 40 * pattern(x, y)));
    expect(dim.sharpness).toBeCloseTo(strong.sharpness, 2);
    expect(strong.contrast).toBeGreaterThan(5 * dim.contrast);
  });

  test('all figures are numbers, and shares lie between 0 and 1, for any picture', () => {
    const picture = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        rgba: fc.uint8ClampedArray({ minLength: width * height * 4, maxLength: width * height * 4 }),
      }),
    );
    fc.assert(
      fc.property(picture, ({ rgba, width, height }) => {
        const { sharpness, ...shares } = pixelStatistics(rgba, width, height);
        expect(sharpness).toBeGreaterThanOrEqual(0);
        for (const share of Object.values(shares)) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
