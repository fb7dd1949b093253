import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { defineSchema } from './schema';
import { ViewPayloadSchema } from './view-payload';

export const crop = defineSchema({
  name: 'crop',
  title: 'Crop',
  description: 'Cuts a region with a margin out of an image. Returns it as a new image reference.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image to cut from.')),
    region: v.pipe(BoxSchema, v.description('The part to keep, in pixels of that image.')),
    margin: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(0.5),
        v.description('Share of the longer side added all round; 0.1 without it.'),
      ),
      0.1,
    ),
  }),
  payload: ViewPayloadSchema,
});
