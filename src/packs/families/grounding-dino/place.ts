import type { Size } from '../../../domain/box';
import type { Placement } from '../family';

export interface Sides {
  shortest: number;
  longest: number;
}

/** The size that Grounding-DINO was trained to see a picture at, whole pixels rounded as its published processor does. */
export function placeByShortest({ width, height }: Size, { shortest, longest }: Sides): Placement {
  const [short, long] = width < height ? [width, height] : [height, width];
  const wanted = (long / short) * shortest > longest ? (longest * short) / long : shortest;
  const near = Math.max(1, Math.round(wanted));
  const far = Math.max(1, Math.min(longest, Math.floor((wanted * long) / short + 1e-9)));
  const placed = width < height ? { width: near, height: far } : { width: far, height: near };
  return { ...placed, scaleX: placed.width / width, scaleY: placed.height / height };
}
