import type { Situation } from '../agent/policy';
import type { Box } from '../domain/box';
import type { ImageRef } from '../domain/observation';

/** Returns a bitmap of a photo or a part of it; null if it was closed. */
export type Look = (image: ImageRef, region: Box | null, side: number) => Promise<ImageBitmap | null>;

/**
 * What a policy that sees looks at: the view that was made last, otherwise the bird that the observer chose, otherwise the
 * whole first photo. One picture, because every further one costs as many tokens as a run of the tiny policy.
 */
export function sightOf({
  observation,
  ledger,
}: Pick<Situation, 'observation' | 'ledger'>): { image: ImageRef; region: Box | null } | null {
  const view = ledger.findLast(
    (entry) => entry.kind === 'tool' && VIEWS.has(entry.tool) && entry.outcome.status === 'ok',
  );
  if (view?.kind === 'tool' && view.outcome.status === 'ok' && 'image' in view.outcome.payload) {
    return { image: view.outcome.payload.image, region: null };
  }
  const photo = observation.photos.find(({ focus }) => focus !== null) ?? observation.photos[0];
  return photo ? { image: photo.ref, region: photo.focus } : null;
}

const VIEWS: ReadonlySet<string> = new Set(['zoom_in', 'crop', 'enhance']);
