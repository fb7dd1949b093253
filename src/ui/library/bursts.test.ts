import { expect, test } from 'vitest';
import { ZURICH } from '../../testing/evidence';
import { bursts, type Taken } from './bursts';

const SIX = 6 * 3600;
function taken(name: string, changes: Partial<Taken> = {}): Taken {
  return { file: new File(['-'], name), day: '2026-05-17', time: SIX, place: null, ...changes };
}
const names = (groups: Taken[][]): string[][] => groups.map((group) => group.map(({ file }) => file.name));

test('a burst is one observation, however long it lasts, and whatever order its photos come in', () => {
  const photos = [0, 20, 40, 60, 80].map((second) => taken(`${second}.jpg`, { time: SIX + second }));
  expect(names(bursts(photos.toReversed()))).toEqual([['0.jpg', '20.jpg', '40.jpg', '60.jpg', '80.jpg']]);
});

test('after a pause, on another day, or at another place begins another', () => {
  const there = { ...ZURICH, latitude: 48, source: 'exif' as const };
  const groups = bursts([
    taken('a.jpg', { place: ZURICH }),
    taken('b.jpg', { place: there, time: SIX + 10 }),
    taken('c.jpg', { time: SIX + 120 }),
    taken('d.jpg', { day: '2026-05-18' }),
  ]);
  expect(names(groups)).toEqual([['a.jpg'], ['b.jpg'], ['c.jpg'], ['d.jpg']]);
});

test('what does not say when it was taken is one by itself', () => {
  const unknown = { day: null, time: null };
  expect(bursts([taken('a.jpg', unknown), taken('b.jpg', unknown)])).toHaveLength(2);
  expect(bursts([taken('a.jpg', { time: null }), taken('b.jpg', { time: null })])).toHaveLength(2);
});
