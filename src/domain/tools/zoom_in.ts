import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { defineSchema } from './schema';
import { ViewPayloadSchema } from './view-payload';

export const zoomIn = defineSchema({
  name: 'zoom_in',
  title: 'Look closer',
  description: 'Magnifies a region of an image. Returns the magnified view as a new image reference.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image to look into.')),
    region: v.pipe(BoxSchema, v.description('The part to magnify, in pixels of that image.')),
    factor: v.optional(
      v.pipe(v.number(), v.minValue(1.5), v.maxValue(4), v.description('How many times larger; 2 without it.')),
      2,
    ),
  }),
  payload: ViewPayloadSchema,
});
