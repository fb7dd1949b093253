import { expect, test } from 'vitest';
import { boxBetween, cornerMoved, leastSide, middleOf, moved, putsRight } from './box-edit';

const photo = { width: 1000, height: 600 };
const box = { x: 100, y: 100, width: 200, height: 200 };

test('a box is drawn from any corner to the other', () => {
  const wanted = { x: 100, y: 50, width: 300, height: 150 };
  expect(boxBetween({ x: 100, y: 50 }, { x: 400, y: 200 }, photo)).toEqual(wanted);
  expect(boxBetween({ x: 400, y: 200 }, { x: 100, y: 50 }, photo)).toEqual(wanted);
});

test('a box stays in the photo and large enough to hold', () => {
  expect(boxBetween({ x: -50, y: -50 }, { x: 2000, y: 2000 }, photo)).toEqual({ x: 0, y: 0, width: 1000, height: 600 });
  const dot = boxBetween({ x: 999, y: 599 }, { x: 999, y: 599 }, photo);
  expect(dot.width).toBe(leastSide(photo));
  expect(dot.x + dot.width).toBe(1000);
});

test('a box that is moved keeps its size', () => {
  expect(moved(box, { x: 10, y: -5 }, photo)).toEqual({ ...box, x: 110, y: 95 });
  expect(moved(box, { x: 5000, y: -5000 }, photo)).toEqual({ ...box, x: 800, y: 0 });
});

test('each corner is pulled by itself', () => {
  expect(cornerMoved(box, 'se', { x: 50, y: 20 }, photo)).toEqual({ x: 100, y: 100, width: 250, height: 220 });
  expect(cornerMoved(box, 'nw', { x: -50, y: -20 }, photo)).toEqual({ x: 50, y: 80, width: 250, height: 220 });
  expect(cornerMoved(box, 'ne', { x: 50, y: -20 }, photo)).toEqual({ x: 100, y: 80, width: 250, height: 220 });
  expect(cornerMoved(box, 'sw', { x: -50, y: 20 }, photo)).toEqual({ x: 50, y: 100, width: 250, height: 220 });
});

test('a box does not turn inside out', () => {
  const least = leastSide(photo);
  expect(cornerMoved(box, 'se', { x: -900, y: -900 }, photo)).toEqual({ x: 100, y: 100, width: least, height: least });
  expect(cornerMoved(box, 'nw', { x: 900, y: 900 }, photo)).toEqual({
    x: 300 - least,
    y: 300 - least,
    width: least,
    height: least,
  });
});

test('a photo without a box begins with its middle', () => {
  expect(middleOf(photo)).toEqual({ x: 250, y: 150, width: 500, height: 300 });
});

test('a box drawn over a bird puts its box right; one beside it is another bird', () => {
  const bird = { x: 100, y: 100, width: 200, height: 150 };
  expect(putsRight({ x: 80, y: 60, width: 240, height: 220 }, bird)).toBe(true);
  expect(putsRight({ x: 180, y: 140, width: 200, height: 150 }, bird)).toBe(true);
  expect(putsRight({ x: 310, y: 100, width: 100, height: 100 }, bird)).toBe(false);
});
