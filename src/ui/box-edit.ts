import { intersectionOverUnion, type Box, type Size } from '../domain/box';
import { clamp } from '../domain/numbers';

/** A box that is drawn and changed by hand, in pixels of the photo. */

export const CORNERS = ['nw', 'ne', 'se', 'sw'] as const;
export type Corner = (typeof CORNERS)[number];

interface Point {
  x: number;
  y: number;
}

/** A box is never smaller than this part of the photo's longer side: a smaller one could be neither grabbed nor judged. */
const LEAST = 0.03;

export const leastSide = ({ width, height }: Size): number => Math.max(16, Math.max(width, height) * LEAST);

/** The box between two points, in any order, kept inside the photo. */
export function boxBetween(a: Point, b: Point, photo: Size): Box {
  const least = leastSide(photo);
  const left = clamp(Math.min(a.x, b.x), 0, photo.width - least);
  const top = clamp(Math.min(a.y, b.y), 0, photo.height - least);
  return {
    x: left,
    y: top,
    width: clamp(Math.max(a.x, b.x) - left, least, photo.width - left),
    height: clamp(Math.max(a.y, b.y) - top, least, photo.height - top),
  };
}

/** The box elsewhere; at the edge of the photo it stops. */
export function moved(box: Box, by: Point, photo: Size): Box {
  return {
    ...box,
    x: clamp(box.x + by.x, 0, photo.width - box.width),
    y: clamp(box.y + by.y, 0, photo.height - box.height),
  };
}

/** One corner pulled, the opposite one where it is. Corners do not swap: a box cannot become smaller than its minimum. */
export function cornerMoved(box: Box, corner: Corner, by: Point, photo: Size): Box {
  const least = leastSide(photo);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const west = corner.endsWith('w');
  const north = corner.startsWith('n');
  const x = west ? clamp(box.x + by.x, 0, right - least) : box.x;
  const y = north ? clamp(box.y + by.y, 0, bottom - least) : box.y;
  return {
    x,
    y,
    width: west ? right - x : clamp(box.width + by.x, least, photo.width - box.x),
    height: north ? bottom - y : clamp(box.height + by.y, least, photo.height - box.y),
  };
}

/** The box that a photo without one starts with: its middle half. */
export function middleOf({ width, height }: Size): Box {
  return { x: width / 4, y: height / 4, width: width / 2, height: height / 2 };
}

/** Whether a box drawn by hand is another try at the same bird: it lies over a good part of it. */
export function putsRight(drawn: Box, found: Box): boolean {
  return intersectionOverUnion(drawn, found) > 0.1;
}
