import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { defineSchema } from './schema';
import { ViewPayloadSchema } from './view-payload';

export const ENHANCEMENTS = ['contrast', 'brightness', 'denoise', 'sharpen'] as const;
export type Enhancement = (typeof ENHANCEMENTS)[number];

export const enhance = defineSchema({
  name: 'enhance',
  title: 'Enhance',
  description: 'Corrects contrast, brightness, noise or blur in a region. Returns the result as a new image reference.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image to correct.')),
    operation: v.pipe(v.picklist(ENHANCEMENTS), v.description('What to correct.')),
    region: v.optional(v.pipe(BoxSchema, v.description('The part to keep; the whole image without it.'))),
  }),
  payload: ViewPayloadSchema,
});
