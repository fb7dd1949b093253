import type { Box } from './box';
import { answers, repeatedLooks, type Ledger } from './ledger';
import type { ImageRef } from './observation';
import type { ToolPayload } from './tools/schemas';
import { sameSpot, searchesIn, shows, traceToPhoto, type Search } from './views';

/**
 * When a look at a place where the detector saw no bird counts: the classifier itself has to say that this is one, and
 * which. Chosen on CUB photos that neither model was trained on, shrunk into larger backgrounds and cut at the edge, and on
 * photos without birds (docs/decisions/0030-looking-again.md).
 */
export const CREDIBLE = {
  /** Above this, the classifier's own "no bird" speaks against it. */
  noBird: 0.2,
  /** What the likeliest species has to have where the detector had at least a faint box. */
  first: 0.3,
  /** The same for a whole photo, where nothing says that a bird is in it. */
  firstOfWhole: 0.5,
  /** From here on, a look at a box of the detector says that there is no bird in it. */
  refuted: 0.5,
};

/** One look of the classifier at a part of a photo. */
export interface Look {
  id: number;
  photo: ImageRef;
  /** Null is the whole photo. */
  box: Box | null;
  payload: ToolPayload<'classify_image'>;
  /** The best score that the detector gave to what was looked at; null where it saw nothing there. */
  found: number | null;
}

/**
 * The looks that say something of the bird. One at a place where the search found none counts only where it is credible,
 * and one that says "no bird" does not count against a bird elsewhere in the photo.
 */
export function looksThatCount(ledger: Ledger): Look[] {
  const repeated = repeatedLooks(ledger);
  const searches = searchesIn(ledger);
  const looks = answers(ledger, 'classify_image')
    .filter(({ id }) => !repeated.has(id))
    .map((answer) => lookOf(answer, ledger, searches));
  const possible = looks.filter(({ look, clear, searched }) => clear || !searched || isCredible(look));
  const counted = possible.map(({ look }) => look);
  return counted.filter((look) => !isRefuted(look.payload) || !counted.some((other) => isElsewhere(other, look)));
}

/** Whether a look at a place where the detector was not sure of a bird shows one. */
export function isCredible({ payload: { noBird, candidates }, found }: Pick<Look, 'payload' | 'found'>): boolean {
  const least = found === null ? CREDIBLE.firstOfWhole : CREDIBLE.first;
  return noBird < CREDIBLE.noBird && (candidates[0]?.probability ?? 0) >= least;
}

/** Whether a look says that what the detector took for a bird is none. */
export function isRefuted({ noBird }: Pick<Look['payload'], 'noBird'>): boolean {
  return noBird >= CREDIBLE.refuted;
}

/** A look at another part of the same photo that shows a bird. */
function isElsewhere(other: Look, { photo, box }: Look): boolean {
  if (other.photo !== photo || isRefuted(other.payload)) return false;
  return box !== null && other.box !== null && !sameSpot(box, other.box);
}

type Answer = ReturnType<typeof answers<'classify_image'>>[number];

function lookOf({ id, args, payload }: Answer, ledger: Ledger, searches: readonly Search[]) {
  const traced = traceToPhoto(ledger, args.image, args.region ?? null);
  // A view that is no longer known still belongs to the photo that its name begins with.
  const photo = traced.photo.split('.')[0] as ImageRef;
  const box = photo === traced.photo ? traced.box : null;
  const here = searches.filter((search) => search.photo === photo);
  const shown = ({ box: found }: { box: Box }): boolean => box !== null && shows(box, found);
  const birds = here.flatMap((search) => search.birds);
  const scores = [...birds, ...here.flatMap(({ faint }) => faint)].filter(shown).map(({ score }) => score);
  const look: Look = { id, photo, box, payload, found: scores.length ? Math.max(...scores) : null };
  // The whole photo shows everything that was found in it.
  const clear = box === null ? birds.length > 0 : birds.some(shown);
  return { look, clear, searched: here.length > 0 };
}
