import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { defineSchema } from './schema';

export const QUALITY_REASONS = [
  'bird_tiny',
  'bird_small',
  'blurred',
  'soft',
  'dark',
  'bright',
  'shadows_clipped',
  'highlights_clipped',
  'flat_contrast',
] as const;
export type QualityReason = (typeof QUALITY_REASONS)[number];

export const qualityGate = defineSchema({
  name: 'quality_gate',
  title: 'Check the picture',
  description:
    'Measures sharpness, exposure, clipping and pixels on the bird. Returns pass, marginal or fail, with reasons.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image to measure.')),
    region: v.optional(v.pipe(BoxSchema, v.description('The box of the bird; the whole image without it.'))),
  }),
  payload: v.object({
    grade: v.picklist(['pass', 'marginal', 'fail']),
    reasons: v.array(v.picklist(QUALITY_REASONS)),
    /** Shorter side of the region in pixels of the photo. */
    birdPixels: v.number(),
    /** Standard deviation of the Laplacian over that of the luminance, at a fixed scale: 0 is a blank, about 1 is crisp. */
    sharpness: v.number(),
    /** Mean luminance 0-1. */
    exposure: v.number(),
    /** Standard deviation of the luminance 0-1. */
    contrast: v.number(),
    shadowsClipped: v.number(),
    highlightsClipped: v.number(),
  }),
});
