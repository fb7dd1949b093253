import type { Box, Size } from '../domain/box';

/** Photos closer to square than this are searched in quarters: halves would hardly be magnified. */
const OBLONG = 1.15;
/** How much of a side an overlapping quarter takes. */
const QUARTER = 0.75;

/**
 * The parts of a photo that are looked at from closer by. Two squares, as large as fit, show everything in most photos and
 * are what a detector's square input holds most of; they found as many far birds as four quarters did with half the calls
 * (docs/decisions/0030-looking-again.md).
 */
export function partsOf({ width, height }: Size): Box[] {
  const side = Math.min(width, height);
  if (Math.max(width, height) >= OBLONG * side) {
    return [
      { x: 0, y: 0, width: side, height: side },
      { x: width - side, y: height - side, width: side, height: side },
    ];
  }
  const [wide, high] = [QUARTER * width, QUARTER * height];
  const corners = [0, height - high].flatMap((y) => [0, width - wide].map((x) => ({ x, y })));
  return corners.map((corner) => ({ ...corner, width: wide, height: high }));
}
