import type { Box } from './box';
import { answers, type Ledger } from './ledger';
import type { ImageRef } from './observation';
import { looksThatCount, type Look } from './search';
import type { ToolPayload } from './tools/schemas';
import { sameSpot, traceToPhoto } from './views';

type Classification = ToolPayload<'classify_image'>;

/** What a verdict reads of one look, or of one bird in a recording. */
export type View = Omit<Classification, 'labelCount' | 'unlabelled'> & Partial<Pick<Classification, 'unlabelled'>>;

/** A look that counts, and what is known about where it looked. */
export interface SeenView extends View {
  /** The detector's score of what was looked at; 0 where it saw nothing there, null where nobody searched. */
  found: number | null;
  /** Pixels on what was looked at; null where nobody measured. */
  pixels: number | null;
}

/** Every look that adds something, in order. */
export function seenViews(ledger: Ledger): SeenView[] {
  const searched = answers(ledger, 'detect_bird').length > 0;
  return looksThatCount(ledger).map((look) => ({
    ...look.payload,
    found: look.found ?? (searched ? 0 : null),
    pixels: pixelsOn(look, ledger),
  }));
}

function pixelsOn({ photo, box }: Look, ledger: Ledger): number | null {
  const measured = answers(ledger, 'quality_gate').flatMap(({ args, payload }) => {
    const spot = traceToPhoto(ledger, args.image, args.region ?? null);
    return isSame(spot, photo, box) ? [payload.birdPixels] : [];
  });
  return measured.length === 0 ? null : Math.max(...measured);
}

function isSame(spot: { photo: ImageRef; box: Box | null }, photo: ImageRef, box: Box | null): boolean {
  if (spot.photo !== photo) return false;
  return spot.box === null || box === null ? spot.box === box : sameSpot(spot.box, box);
}

/** A place where the detector saw nothing may show anything; a box of full score shows a bird. */
const LEAST_UNFOUND = 0.3;

/**
 * How much a look is worth beside others at the same bird: by what it looked at, and by how much it has to say. A look that
 * is undecided between many birds takes little weight from one that is sure.
 */
export function worthOf({ found, candidates }: SeenView): number {
  const sure = candidates[0]?.probability ?? 0;
  const place = LEAST_UNFOUND + (1 - LEAST_UNFOUND) * (found ?? 1);
  return place * Math.max(sure, 0.05) ** 2;
}
