import type { Box, Size } from '../domain/box';

/** How a camera was held, as EXIF counts it: 1 is upright, 6 and 8 are the sides, even mirrors exist. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export function isOrientation(value: unknown): value is Orientation {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 8;
}

/** From 5 on, width and height change places. */
function onItsSide(orientation: Orientation): boolean {
  return orientation >= 5;
}

export function uprightSize({ width, height }: Size, orientation: Orientation): Size {
  return onItsSide(orientation) ? { width: height, height: width } : { width, height };
}

/** Turns a box on the upright picture into one on the picture as it is stored. */
export function storedBox(box: Box, { width, height }: Size, orientation: Orientation): Box {
  const { x, y, width: w, height: h } = box;
  const right = width - x - w;
  const bottom = height - y - h;
  switch (orientation) {
    case 1:
      return box;
    case 2:
      return { x: right, y, width: w, height: h };
    case 3:
      return { x: right, y: bottom, width: w, height: h };
    case 4:
      return { x, y: bottom, width: w, height: h };
    case 5:
      return { x: y, y: x, width: h, height: w };
    case 6:
      return { x: y, y: height - x - w, width: h, height: w };
    case 7:
      return { x: width - y - h, y: height - x - w, width: h, height: w };
    case 8:
      return { x: width - y - h, y: x, width: h, height: w };
  }
}

/** Sets RGBA pixels of the stored picture upright. */
export function setUpright(
  rgba: Uint8ClampedArray<ArrayBuffer>,
  stored: Size,
  orientation: Orientation,
): Uint8ClampedArray<ArrayBuffer> {
  if (orientation === 1) return rgba;
  const from = new Uint32Array(rgba.buffer, rgba.byteOffset, stored.width * stored.height);
  const { width, height } = uprightSize(stored, orientation);
  const { start, right, down } = walk(stored, orientation);
  const to = new Uint32Array(from.length);
  let at = 0;
  for (let y = 0; y < height; y++) {
    let source = start + y * down;
    for (let x = 0; x < width; x++, source += right) to[at++] = from[source]!;
  }
  return new Uint8ClampedArray(to.buffer);
}

/** Where the upright picture's first pixel is stored, and how far it is to the one on its right and to the one below. */
function walk({ width, height }: Size, orientation: Orientation): { start: number; right: number; down: number } {
  const last = width * height - 1;
  const lastRow = (height - 1) * width;
  switch (orientation) {
    case 1:
      return { start: 0, right: 1, down: width };
    case 2:
      return { start: width - 1, right: -1, down: width };
    case 3:
      return { start: last, right: -1, down: -width };
    case 4:
      return { start: lastRow, right: 1, down: -width };
    case 5:
      return { start: 0, right: width, down: 1 };
    case 6:
      return { start: lastRow, right: -width, down: 1 };
    case 7:
      return { start: last, right: -width, down: -1 };
    case 8:
      return { start: width - 1, right: width, down: -1 };
  }
}
