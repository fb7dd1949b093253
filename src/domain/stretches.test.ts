import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipStretch, fewerStretches, mergeStretches, totalSeconds } from './stretches';

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 50 }))
  .map(([from, length]) => ({ from, to: from + length }));

describe('stretches', () => {
  test('that touch or overlap become one', () => {
    const given = [
      { from: 5, to: 6 },
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ];
    expect(mergeStretches(given)).toEqual([
      { from: 0, to: 3 },
      { from: 5, to: 6 },
    ]);
    expect(mergeStretches(given, 2)).toEqual([{ from: 0, to: 6 }]);
  });

  test('are made fewer by closing the smallest gaps', () => {
    const given = [
      { from: 0, to: 1 },
      { from: 1.5, to: 2 },
      { from: 9, to: 10 },
    ];
    expect(fewerStretches(given, 2)).toEqual([
      { from: 0, to: 2 },
      { from: 9, to: 10 },
    ]);
  });

  test('lose nothing by being merged or made fewer', () => {
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        (given, count) => {
          const fewer = fewerStretches(given, count);
          expect(fewer.length).toBeLessThanOrEqual(count);
          for (const { from, to } of given) {
            expect(fewer.some((one) => one.from <= from && one.to >= to)).toBe(true);
          }
          expect(totalSeconds(fewer)).toBeGreaterThanOrEqual(totalSeconds(mergeStretches(given)));
        },
      ),
    );
  });

  test('are clipped to the recording, and vanish outside it', () => {
    expect(clipStretch({ from: 2, to: 9 }, { from: 0, to: 5 })).toEqual({ from: 2, to: 5 });
    expect(clipStretch({ from: 6, to: 9 }, { from: 0, to: 5 })).toBeNull();
  });
});
