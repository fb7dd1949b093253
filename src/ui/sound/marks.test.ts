import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inLanes, joinTimes } from './marks';

const time = (from: number, to: number, probability = 0.5) => ({ from, to, probability });

test('windows that touch or overlap are one song, with the likeliest window’s probability', () => {
  expect(joinTimes([time(3, 6, 0.9), time(0, 3), time(4.5, 7.5), time(12, 15, 0.2)])).toEqual([
    time(0, 7.5, 0.9),
    time(12, 15, 0.2),
  ]);
});

const mark = (from: number, to: number) => ({
  key: `${from}-${to}`,
  kind: 'bird' as const,
  taxon: null,
  probability: 0.5,
  number: 1,
  certain: false,
  from,
  to,
});

test('birds that sing at once have labels in rows of their own', () => {
  const lanes = inLanes([mark(0, 3), mark(1, 4), mark(3, 6), mark(2, 9)]).map(({ from, lane }) => [from, lane]);
  expect(lanes).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 0],
  ]);
});

test('no two labels of a row ever overlap', () => {
  const stretch = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
      const marks = inLanes(stretches.map(([from, length]) => mark(from, from + length)));
      for (const [index, a] of marks.entries()) {
        for (const b of marks.slice(index + 1)) {
          if (a.lane === b.lane) expect(b.from >= a.to || a.from >= b.to).toBe(true);
        }
      }
    }),
  );
});
