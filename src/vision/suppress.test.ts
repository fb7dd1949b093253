import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intersectionOverUnion } from '../domain/box';
import type { ScoredBox } from '../domain/box';
import { suppressOverlaps } from './suppress';

const at = (x: number, score: number): ScoredBox => ({ box: { x, y: 0, width: 100, height: 100 }, score });

const someBoxes = fc.array(
  fc.record({
    box: fc.record({
      x: fc.integer({ min: 0, max: 100 }),
      y: fc.integer({ min: 0, max: 100 }),
      width: fc.integer({ min: 1, max: 100 }),
      height: fc.integer({ min: 1, max: 100 }),
    }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 30 },
);

describe('boxes that overlap', () => {
  test('are one bird: the best of them stays', () => {
    expect(suppressOverlaps([at(0, 0.6), at(5, 0.9), at(10, 0.7)], 0.45)).toEqual([at(5, 0.9)]);
  });

  test('no more than the limit are two birds, best first', () => {
    // 50 of 150 pixels across are shared: a third.
    expect(suppressOverlaps([at(0, 0.6), at(50, 0.9)], 1 / 3)).toEqual([at(50, 0.9), at(0, 0.6)]);
    expect(suppressOverlaps([at(0, 0.6), at(50, 0.9)], 0.33)).toEqual([at(50, 0.9)]);
  });

  test('with a suppressed box only do not suppress each other', () => {
    // The middle box overlaps both others too much; they do not overlap each other enough.
    expect(suppressOverlaps([at(0, 0.9), at(40, 0.8), at(80, 0.7)], 0.4)).toEqual([at(0, 0.9), at(80, 0.7)]);
  });

  test('never leave two that overlap too much, nor drop one without a better one in its place', () => {
    fc.assert(
      fc.property(someBoxes, fc.double({ min: 0, max: 1, noNaN: true }), (boxes, limit) => {
        const kept = suppressOverlaps(boxes, limit);
        const overlaps = (a: ScoredBox, b: ScoredBox): boolean => intersectionOverUnion(a.box, b.box) > limit;
        kept.forEach((one, i) => {
          expect(kept.slice(i + 1).some((other) => overlaps(one, other))).toBe(false);
        });
        for (const dropped of boxes.filter((box) => !kept.includes(box))) {
          expect(kept.some((one) => one.score >= dropped.score && overlaps(one, dropped))).toBe(true);
        }
      }),
    );
  });

  test('are left as they were given', () => {
    const boxes = [at(0, 0.1), at(500, 0.9)];
    suppressOverlaps(boxes, 0.5);
    expect(boxes.map(({ score }) => score)).toEqual([0.1, 0.9]);
  });
});
