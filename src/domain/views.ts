import { area, intersectionOverUnion, type Box, type ScoredBox } from './box';
import { answers, type Ledger } from './ledger';
import type { ImageRef } from './observation';
import type { ToolPayload } from './tools/schemas';

type Detection = ToolPayload<'detect_bird'>;

/** A part of a photo; null is the whole of it. */
export interface Spot {
  photo: ImageRef;
  box: Box | null;
}

const MAKERS = ['crop', 'zoom_in', 'enhance'] as const;

/** Where a region of a view lies in the photo that the view was made from. */
export function traceToPhoto(ledger: Ledger, ref: ImageRef, region: Box | null): Spot {
  const maker = MAKERS.flatMap((tool) => answers(ledger, tool)).find(({ payload }) => payload.image === ref);
  if (!maker) return { photo: ref, box: region };
  const { region: shown, width, height } = maker.payload;
  const scaleX = shown.width / width;
  const scaleY = shown.height / height;
  const box = region
    ? {
        x: shown.x + region.x * scaleX,
        y: shown.y + region.y * scaleY,
        width: region.width * scaleX,
        height: region.height * scaleY,
      }
    : shown;
  return traceToPhoto(ledger, maker.args.image, box);
}

/** What the detector found in one picture, in pixels of the photo. */
export interface Search {
  id: number;
  photo: ImageRef;
  /** The part of the photo that was searched; null is the whole of it. */
  part: Box | null;
  birds: ScoredBox[];
  faint: ScoredBox[];
}

/** Every search for birds, of photos and of views of them. */
export function searchesIn(ledger: Ledger): Search[] {
  return answers(ledger, 'detect_bird').map(({ id, args, payload }) => {
    const { photo, box: part } = traceToPhoto(ledger, args.image, null);
    const inPhoto = ({ box, score }: ScoredBox): ScoredBox => ({
      box: traceToPhoto(ledger, args.image, box).box ?? box,
      score,
    });
    return { id, photo, part, birds: payload.birds.map(inPhoto), faint: faintIn(payload).map(inPhoto) };
  });
}

/** Ledgers that were saved before faint boxes were kept have none. */
function faintIn({ faint = [] }: Partial<Detection>): readonly ScoredBox[] {
  return faint;
}

/** Whether a box and a region of one photo show the same bird: the region holds the box and is not much more than it. */
export function shows(region: Box, box: Box): boolean {
  const shared = sharedArea(region, box);
  return shared >= 0.7 * area(box) && area(box) >= 0.05 * area(region);
}

/** Whether two parts of a photo are about the same thing. */
export function sameSpot(one: Box, other: Box): boolean {
  return intersectionOverUnion(one, other) > 0.5 || shows(one, other) || shows(other, one);
}

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
