import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Size } from '../domain/box';
import { imageInput } from '../testing/pack';
import { backToImage, placeOnInput } from '../packs/families/placement';
import { tensorShape, toTensor, trimmedInput } from './tensor';

describe('the place of an image on a model’s input', () => {
  test('letterboxed keeps its shape and starts at the top left', () => {
    const placement = placeOnInput({ width: 832, height: 416 }, imageInput());
    expect(placement).toEqual({ scaleX: 0.5, scaleY: 0.5, width: 416, height: 208 });
  });

  test('stretched fills the whole input', () => {
    const placement = placeOnInput({ width: 832, height: 208 }, imageInput({ fit: 'stretch' }));
    expect(placement).toEqual({ scaleX: 0.5, scaleY: 2, width: 416, height: 416 });
  });

  test('leads back to the same box, whatever the fit', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const fit = fc.constantFrom('letterbox' as const, 'stretch' as const);
    fc.assert(
      fc.property(side, side, fit, (width, height, how) => {
        const placement = placeOnInput({ width, height }, imageInput({ fit: how }));
        const whole = { x: 0, y: 0, width: placement.width, height: placement.height };
        const back = backToImage(whole, placement);
        expect(Number.isInteger(placement.width) && Number.isInteger(placement.height)).toBe(true);
        expect(back.width).toBeCloseTo(width, 6);
        expect(back.height).toBeCloseTo(height, 6);
        expect(placement.width).toBeLessThanOrEqual(416 + 1e-9);
        expect(placement.height).toBeLessThanOrEqual(416 + 1e-9);
      }),
    );
  });

  test('leads back with both corners scaled', () => {
    const placement = placeOnInput({ width: 832, height: 208 }, imageInput({ fit: 'stretch' }));
    expect(backToImage({ x: 10, y: 20, width: 30, height: 40 }, placement)).toEqual({
      x: 20,
      y: 10,
      width: 60,
      height: 20,
    });
  });
});

describe('the part of a model’s input that is used', () => {
  const trim = { step: 32, keep: 8 };
  const input = imageInput({ width: 288, height: 288, trim });

  test.each([
    // width and height that the picture covers, then the sides of the input
    [288, 288, 288, 288],
    [288, 192, 288, 224],
    [288, 216, 288, 224],
    [288, 217, 288, 256],
    [162, 288, 192, 288],
    [288, 281, 288, 288],
    [288, 1, 288, 32],
  ])('for %i x %i is %i x %i', (width, height, acrossInput, downInput) => {
    expect(trimmedInput({ width, height }, input)).toEqual({ ...input, width: acrossInput, height: downInput });
  });

  test('is all of it where the model says nothing of less', () => {
    const whole = imageInput();
    expect(trimmedInput({ width: 416, height: 100 }, whole)).toBe(whole);
  });

  test('holds the whole picture, and is never more than the input', () => {
    const side = fc.integer({ min: 1, max: 288 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const used = trimmedInput({ width, height }, input);
        expect(used.width >= width && used.height >= height).toBe(true);
        expect(used.width <= 288 && used.height <= 288).toBe(true);
      }),
    );
  });
});

describe('pixels as numbers', () => {
  const two = Uint8ClampedArray.of(10, 20, 30, 255, 40, 50, 60, 0);
  const small = (changes: Parameters<typeof imageInput>[0]) => imageInput({ width: 2, height: 1, ...changes });
  const fill = (rgba: Uint8ClampedArray, input: ReturnType<typeof imageInput>, placed: Size = input): number[] => [
    ...toTensor(rgba, placed, input),
  ];

  test.each([
    ['nchw', 'rgb', [10, 40, 20, 50, 30, 60]],
    ['nchw', 'bgr', [30, 60, 20, 50, 10, 40]],
    ['nhwc', 'rgb', [10, 20, 30, 40, 50, 60]],
    ['nhwc', 'bgr', [30, 20, 10, 60, 50, 40]],
  ] as const)('in %s, %s', (layout, channels, expected) => {
    expect(fill(two, small({ layout, channels }))).toEqual(expected);
  });

  test.each(['nchw', 'nhwc'] as const)('whose number is not a multiple of four keep to their places (%s)', (layout) => {
    const input = imageInput({ width: 3, height: 2, layout, channels: 'rgb' });
    const rgba = Uint8ClampedArray.from({ length: 24 }, (_, at) => at);
    const pixel = (channel: number) => [0, 1, 2, 3, 4, 5].map((index) => index * 4 + channel);
    const planes = [pixel(0), pixel(1), pixel(2)];
    const expected = layout === 'nchw' ? planes.flat() : pixel(0).flatMap((red) => [red, red + 1, red + 2]);
    expect(fill(rgba, input)).toEqual(expected);
  });

  test('are normalised channel by channel, in the order of the channels', () => {
    const input = small({ layout: 'nhwc', channels: 'bgr', mean: [30, 0, 10], std: [1, 2, 10] });
    expect(fill(two, input)).toEqual([0, 10, 0, 30, 25, 3]);
  });

  test('of a kit-like classifier lie between -1 and 1', () => {
    const input = small({ mean: [128, 128, 128], std: [128, 128, 128] });
    const [black, white] = fill(Uint8ClampedArray.of(0, 0, 0, 255, 255, 255, 255, 255), input);
    expect(black).toBe(-1);
    expect(white).toBeCloseTo(127 / 128, 6);
  });

  test.each([
    ['nchw', [1, 7, 7, 7, 2, 7, 7, 7, 3, 7, 7, 7]],
    ['nhwc', [1, 2, 3, 7, 7, 7, 7, 7, 7, 7, 7, 7]],
  ] as const)('leave the rest of the input padded (%s)', (layout, expected) => {
    const input = imageInput({ width: 2, height: 2, layout, channels: 'rgb', pad: 7 });
    expect(fill(Uint8ClampedArray.of(1, 2, 3, 255), input, { width: 1, height: 1 })).toEqual(expected);
  });

  test('have the shape that the layout says', () => {
    expect(tensorShape(imageInput({ width: 320, height: 200, layout: 'nchw' }))).toEqual([1, 3, 200, 320]);
    expect(tensorShape(imageInput({ width: 320, height: 200, layout: 'nhwc' }))).toEqual([1, 200, 320, 3]);
  });
});
