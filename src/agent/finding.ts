import { area, type Box, type ScoredBox } from '../domain/box';
import { answers, type Ledger } from '../domain/ledger';
import type { ImageRef, Photo } from '../domain/observation';
import { isCredible, isRefuted } from '../domain/search';
import { sameSpot, searchesIn, type Search } from '../domain/views';
import { partsOf } from './parts';
import { call, type Decision } from './policy';
import { sameRegion, skipOnce, triedAt, triedOn } from './tried';

/** Where the bird is (null: somewhere in the whole photo), or what to do next to find it; null when nothing is left to do. */
type Finding = { region: Box | null } | { step: Decision | null };

/** Calls that a found bird still needs: the quality gate. The call for the place is reserved elsewhere. */
const CALLS_FOR_A_FIND = 1;
/** How many boxes of the first look are tried before the search goes on, when the classifier says that they are not birds. */
const MOST_CLEAR = 2;
/** Magnifying a part and searching it. */
const CALLS_A_PART = 2;
/** How much a part is magnified; the detector scales it to its own input anyway. */
const FACTOR = 2;

/**
 * Searches for the bird as a person would: the whole photo, a place that looked a little like a bird, overlapping parts of
 * the photo from closer by, at the likeliest place in those, and last at the whole photo. The first place where a bird is
 * found ends it: a box of the detector that the classifier does not refute, or a place where the classifier itself sees
 * one. No step spends more calls than are left.
 */
export function find(photo: Photo, ledger: Ledger, callsLeft: number): Finding {
  const { ref } = photo;
  if (!triedOn(ledger, 'detect_bird', ref)) return { step: call('detect_bird', { image: ref }) };
  const searches = searchesIn(ledger).filter((search) => search.photo === ref);
  const glance = searches.find(({ part }) => part === null);
  if (!glance) return wholePhoto(ref, ledger, callsLeft);

  const clear = largestFirst(glance.birds).slice(0, MOST_CLEAR);
  const bird = clear.find((box) => !isRefutedAt(ref, box, ledger));
  if (bird) return { region: bird };
  const looked = [...clear];
  return (
    atFaintest(ref, clear.length ? [] : glance.faint, looked, ledger, callsLeft) ??
    closer(photo, looked, ledger, callsLeft) ??
    atFaintest(
      ref,
      searches.flatMap(({ faint }) => faint),
      looked,
      ledger,
      callsLeft,
    ) ??
    wholePhoto(ref, ledger, callsLeft)
  );
}

/** A look at the surest of some faint boxes, where nobody looked before; null where it shows nothing. */
function atFaintest(
  ref: ImageRef,
  faint: readonly ScoredBox[],
  looked: Box[],
  ledger: Ledger,
  callsLeft: number,
): Finding | null {
  const [best] = faint.filter(({ box }) => isFree(box, looked)).sort((a, b) => b.score - a.score);
  if (!best) return null;
  looked.push(best.box);
  return lookFor(ref, best, ledger, callsLeft);
}

/** The parts of the photo one after the other, each magnified and searched; null where no bird is in any. */
function closer(photo: Photo, looked: Box[], ledger: Ledger, callsLeft: number): Finding | null {
  const { ref } = photo;
  for (const part of partsOf(photo)) {
    const view = answers(ledger, 'zoom_in').find(({ args }) => args.image === ref && sameRegion(args.region, part));
    if (!view) {
      if (triedAt(ledger, 'zoom_in', ref, part)) continue;
      // One more for the look at what is found there.
      if (callsLeft < CALLS_A_PART + 1 + CALLS_FOR_A_FIND) return null;
      return { step: call('zoom_in', { image: ref, region: part, factor: FACTOR }) };
    }
    const { image } = view.payload;
    if (!triedOn(ledger, 'detect_bird', image)) return { step: call('detect_bird', { image }) };
    const bird = largestFirst(searchOf(image, ledger)?.birds ?? []).find((box) => isFree(box, looked));
    if (!bird) continue;
    looked.push(bird);
    const found = lookFor(ref, { box: bird, score: null }, ledger, callsLeft);
    if (found) return found;
  }
  return null;
}

function searchOf(image: ImageRef, ledger: Ledger): Search | undefined {
  const id = answers(ledger, 'detect_bird').find(({ args }) => args.image === image)?.id;
  return searchesIn(ledger).find((search) => search.id === id);
}

function wholePhoto(ref: ImageRef, ledger: Ledger, callsLeft: number): Finding {
  const found = lookFor(ref, { box: null, score: null }, ledger, callsLeft);
  // The ledger already holds the looks that found nothing; the note is only needed if there were none.
  const step = (): Decision | null =>
    triedOn(ledger, 'classify_image', ref) ? null : skipOnce(ledger, 'classify_image', 'no_bird');
  return found ?? { step: step() };
}

/**
 * Shows a place to the classifier: `score` is the detector's where that was not sure, null where it was, or saw nothing.
 * Null where there is no bird.
 */
function lookFor(
  ref: ImageRef,
  { box, score }: { box: Box | null; score: number | null },
  ledger: Ledger,
  callsLeft: number,
): Finding | null {
  if (!triedAt(ledger, 'classify_image', ref, box)) {
    if (callsLeft < 1 + CALLS_FOR_A_FIND) return null;
    return { step: call('classify_image', { image: ref, ...(box ? { region: box } : {}) }) };
  }
  const look = lookAtRegion(ref, box, ledger);
  if (!look) return null;
  const sure = box !== null && score === null;
  const isBird = sure ? !isRefuted(look) : isCredible({ payload: look, found: score });
  return isBird ? { region: box } : null;
}

function largestFirst(birds: readonly ScoredBox[]): Box[] {
  return birds.map(({ box }) => box).sort((a, b) => area(b) - area(a));
}

function isRefutedAt(ref: ImageRef, box: Box, ledger: Ledger): boolean {
  const look = lookAtRegion(ref, box, ledger);
  return look !== undefined && isRefuted(look);
}

function lookAtRegion(ref: ImageRef, box: Box | null, ledger: Ledger) {
  const looks = answers(ledger, 'classify_image');
  return looks.find(({ args }) => args.image === ref && sameRegion(args.region, box))?.payload;
}

function isFree(box: Box, looked: readonly Box[]): boolean {
  return !looked.some((other) => sameSpot(box, other));
}
