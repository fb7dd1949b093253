import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { defineSchema } from './schema';

export const detectBird = defineSchema({
  name: 'detect_bird',
  title: 'Find birds',
  description: 'Finds every bird in an image. Returns their boxes with scores, best first, and which is the largest.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image to search.')),
  }),
  payload: v.object({
    count: v.number(),
    birds: v.array(v.object({ box: BoxSchema, score: v.number() })),
    /** Index into `birds`; null where there are none. */
    largest: v.nullable(v.number()),
    /**
     * Boxes below the threshold, best first: no birds, but places worth a closer look. Left out by ledgers from before they
     * were kept.
     */
    faint: v.optional(v.array(v.object({ box: BoxSchema, score: v.number() })), []),
    /** The best score below the threshold: how close an empty answer was to finding something. */
    bestBelow: v.number(),
  }),
});
