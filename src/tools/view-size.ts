import type { Size } from '../domain/box';

/** A view no larger than this on its longer side: a classifier sees 224 pixels of it. */
const LONGEST_SIDE = 1024;

/** How large a view of a region is, in whole pixels. */
export function viewSize(region: Size, wanted: number): Size {
  const scale = Math.min(wanted, LONGEST_SIDE / Math.max(region.width, region.height));
  return {
    width: Math.max(1, Math.round(region.width * scale)),
    height: Math.max(1, Math.round(region.height * scale)),
  };
}
