import { clip, largestOf, type Box } from '../domain/box';
import type { AgentEvent } from '../domain/events';
import { answers, type Ledger } from '../domain/ledger';
import type { ImageRef, Observation, SoundRef } from '../domain/observation';
import { mergeStretches } from '../domain/stretches';
import type { Taxon, Taxonomy } from '../domain/taxonomy';
import { searchesIn } from '../domain/views';

/** Where in a photo or when in a recording the bird is. */
export type MediaRegion =
  /** Fractions of the picture’s width and height, from its top left corner. */
  | { ref: ImageRef; x: number; y: number; width: number; height: number }
  /** Seconds from the start. */
  | { ref: SoundRef; from: number; to: number };

/** The parts of photos and recordings that show or hold the bird, as its run found them. */
export function regionsIn(
  events: readonly AgentEvent[],
  observation: Observation,
  taxon: Taxon | null,
  taxonomy: Taxonomy,
): MediaRegion[] {
  const ledger: Ledger = events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
  const boxes = observation.photos.flatMap((photo): MediaRegion[] => {
    const found = searchesIn(ledger).filter((search) => search.photo === photo.ref);
    const box = photo.focus ?? largestOf(found.flatMap(({ birds }) => birds));
    const inside = box && clip(box, photo);
    return inside ? [{ ref: photo.ref, ...fractions(inside, photo) }] : [];
  });
  const times = observation.sounds.flatMap(({ ref, seconds }): MediaRegion[] => {
    const heard = answers(ledger, 'classify_sound').filter(({ args }) => args.sound === ref);
    const birds = heard.flatMap(({ payload }) => payload.birds);
    const its = taxon ? birds.filter((bird) => taxonomy.contains(taxon.id, bird.taxon)) : birds;
    return mergeStretches(its.flatMap((bird) => bird.times)).map(({ from, to }) => ({
      ref,
      from,
      to: Math.min(to, seconds),
    }));
  });
  return [...boxes, ...times];
}

function fractions(box: Box, { width, height }: { width: number; height: number }): Box {
  return { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}
