import { clamp } from './numbers';

/** A rectangle in pixels of the image it belongs to, origin at the top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface ScoredBox {
  box: Box;
  score: number;
}

export function area(box: Box): number {
  return box.width * box.height;
}

/** The largest of several; the first of equals, null of none. */
export function largestOf(found: readonly { box: Box }[]): Box | null {
  let largest: Box | null = null;
  for (const { box } of found) if (!largest || area(box) > area(largest)) largest = box;
  return largest;
}

export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (area(a) + area(b) - shared);
}

/** The part of `box` that lies inside an image of this size; null where nothing does. */
export function clip(box: Box, size: Size): Box | null {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(size.width, box.x + box.width) - x;
  const height = Math.min(size.height, box.y + box.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/**
 * The square around a bird that a classifier is shown: the box with a margin on each side, extended along its shorter
 * side into the photo and shifted inwards at the edges, so that as little as possible of the square is empty.
 */
export function squareAround(box: Box, margin: number, size: Size): Box {
  const longer = Math.max(box.width, box.height);
  const side = Math.min(longer * (1 + 2 * margin), Math.min(size.width, size.height));
  const centreX = box.x + box.width / 2;
  const centreY = box.y + box.height / 2;
  return {
    x: clamp(centreX - side / 2, 0, size.width - side),
    y: clamp(centreY - side / 2, 0, size.height - side),
    width: side,
    height: side,
  };
}
