import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { area, clip, intersectionOverUnion, squareAround, type Box, type Size } from './box';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

const someBox = fc.record({
  x: fc.integer({ min: -500, max: 1500 }),
  y: fc.integer({ min: -500, max: 1500 }),
  width: fc.integer({ min: 1, max: 1000 }),
  height: fc.integer({ min: 1, max: 1000 }),
});
const someSize = fc.record({ width: fc.integer({ min: 1, max: 1000 }), height: fc.integer({ min: 1, max: 1000 }) });

/** Room for rounding in sums of a few thousand. */
const ROUNDING = 1e-9;

function liesWithin(inner: Box, size: Size): boolean {
  return (
    inner.x >= -ROUNDING &&
    inner.y >= -ROUNDING &&
    inner.x + inner.width <= size.width + ROUNDING &&
    inner.y + inner.height <= size.height + ROUNDING
  );
}

describe('how much two boxes overlap', () => {
  test.each([
    ['the same box', box(10, 10, 20, 30), box(10, 10, 20, 30), 1],
    ['apart', box(0, 0, 10, 10), box(20, 0, 10, 10), 0],
    ['touching at an edge', box(0, 0, 10, 10), box(10, 0, 10, 10), 0],
    ['half over half', box(0, 0, 10, 10), box(5, 0, 10, 10), 50 / 150],
    ['one inside the other', box(0, 0, 10, 10), box(2, 2, 5, 5), 25 / 100],
  ])('%s', (_, a, b, expected) => {
    expect(intersectionOverUnion(a, b)).toBeCloseTo(expected, 12);
  });

  test('does not depend on the order, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(someBox, someBox, (a, b) => {
        const overlap = intersectionOverUnion(a, b);
        expect(overlap).toBe(intersectionOverUnion(b, a));
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the part of a box inside an image', () => {
  test('is the box itself where it lies inside', () => {
    expect(clip(box(10, 20, 30, 40), { width: 100, height: 100 })).toEqual(box(10, 20, 30, 40));
  });

  test('ends at every edge of the image', () => {
    expect(clip(box(-10, -20, 200, 300), { width: 100, height: 50 })).toEqual(box(0, 0, 100, 50));
    expect(clip(box(90, 40, 30, 30), { width: 100, height: 50 })).toEqual(box(90, 40, 10, 10));
  });

  test.each([
    ['left of it', box(-20, 0, 20, 10)],
    ['right of it', box(100, 0, 20, 10)],
    ['above it', box(0, -20, 10, 20)],
    ['below it', box(0, 50, 10, 20)],
    ['without a size that is a number', box(0, 0, NaN, 10)],
  ])('is nothing for a box %s', (_, outside) => {
    expect(clip(outside, { width: 100, height: 50 })).toBeNull();
  });

  test('is never larger than the box and never outside the image', () => {
    fc.assert(
      fc.property(someBox, someSize, (a, size) => {
        const inside = clip(a, size);
        if (!inside) return;
        expect(area(inside)).toBeLessThanOrEqual(area(a));
        expect(liesWithin(inside, size)).toBe(true);
      }),
    );
  });
});

describe('the square that a classifier is shown', () => {
  test('has the bird in its centre, with the margin on each side of the longer side', () => {
    expect(squareAround(box(400, 450, 200, 100), 0.1, { width: 1000, height: 1000 })).toEqual(box(380, 380, 240, 240));
  });

  test('moves inwards at an edge instead of leaving the photo', () => {
    expect(squareAround(box(0, 0, 100, 50), 0.1, { width: 1000, height: 800 })).toEqual(box(0, 0, 120, 120));
    expect(squareAround(box(900, 750, 100, 50), 0.1, { width: 1000, height: 800 })).toEqual(box(880, 680, 120, 120));
  });

  test('is no larger than the photo', () => {
    expect(squareAround(box(0, 100, 900, 200), 0.5, { width: 1000, height: 400 })).toEqual(box(250, 0, 400, 400));
  });

  test('is a square inside the photo, and holds the whole bird where the photo has room', () => {
    fc.assert(
      fc.property(someBox, someSize, fc.double({ min: 0, max: 1, noNaN: true }), (wild, size, margin) => {
        const bird = clip(wild, size);
        if (!bird) return;
        const square = squareAround(bird, margin, size);
        expect(square.width).toBe(square.height);
        expect(liesWithin(square, size)).toBe(true);
        if (Math.max(bird.width, bird.height) > Math.min(size.width, size.height)) return;
        expect(square.x).toBeLessThanOrEqual(bird.x + ROUNDING);
        expect(square.y).toBeLessThanOrEqual(bird.y + ROUNDING);
        expect(square.x + square.width).toBeGreaterThanOrEqual(bird.x + bird.width - ROUNDING);
        expect(square.y + square.height).toBeGreaterThanOrEqual(bird.y + bird.height - ROUNDING);
      }),
    );
  });
});
