import { area, type Box } from '../../domain/box';
import { sameSpot, searchesIn } from '../../domain/views';
import { partsOf } from '../parts';
import type { Seen } from '../policy';
import { sameRegion, triedAt } from '../tried';

/**
 * Places in a photo that the search goes to, and that no box of `detect_bird` on the whole photo names. Each is a single
 * word for a small policy, so it has to stand for one place at a time: the next one where nobody looked yet.
 */
export const SPOTS = {
  /** The surest of the faint boxes. */
  faint: ({ faint, looked }) => surest(faint.filter(({ box }) => isFree(box, looked))),
  /** The largest bird that was found in a part or a mended view of the photo. */
  found: ({ found, looked }) => largest(found.filter((box) => isFree(box, looked))),
  /** The next part of the photo that was not looked at from closer by. */
  part: ({ parts }) => parts[0] ?? null,
  /** Where a tool was last pointed at. */
  here: ({ last }) => last,
} as const satisfies Record<string, (search: SearchState) => Box | null>;

export type Spot = keyof typeof SPOTS;
export const SPOT_NAMES = Object.keys(SPOTS) as Spot[];

export function spotOf(name: Spot, image: string, seen: Seen): Box | null {
  return SPOTS[name](stateOf(image, seen));
}

interface SearchState {
  faint: readonly { box: Box; score: number }[];
  found: readonly Box[];
  parts: readonly Box[];
  last: Box | null;
  looked: readonly Box[];
}

function stateOf(image: string, { observation, ledger }: Seen): SearchState {
  const photo = observation.photos.find(({ ref }) => ref === image);
  if (!photo) return { faint: [], found: [], parts: [], last: null, looked: [] };
  const searches = searchesIn(ledger).filter((search) => search.photo === photo.ref);
  const pointed = ledger.flatMap((entry) => {
    const args = entry.kind === 'tool' ? (entry.args as { image?: string; region?: Box }) : {};
    return args.image === image && args.region ? [{ entry, region: args.region }] : [];
  });
  const looks = pointed.filter(({ entry }) => 'tool' in entry && entry.tool === 'classify_image');
  const glanced = searches.some(({ part }) => part === null);
  return {
    faint: searches.flatMap(({ faint }) => faint),
    found: searches.filter(({ part }) => part !== null).flatMap(({ birds }) => birds.map(({ box }) => box)),
    parts: glanced ? partsOf(photo).filter((part) => !triedAt(ledger, 'zoom_in', photo.ref, part)) : [],
    // A part that was magnified is no place with a bird.
    last: pointed.findLast(({ region }) => !partsOf(photo).some((part) => sameRegion(part, region)))?.region ?? null,
    looked: looks.map(({ region }) => region),
  };
}

function surest(boxes: readonly { box: Box; score: number }[]): Box | null {
  return boxes.slice().sort((a, b) => b.score - a.score)[0]?.box ?? null;
}

function largest(boxes: readonly Box[]): Box | null {
  return boxes.slice().sort((a, b) => area(b) - area(a))[0] ?? null;
}

function isFree(box: Box, looked: readonly Box[]): boolean {
  return !looked.some((other) => sameSpot(box, other));
}
