import * as v from 'valibot';
import { common, ImageInputSchema, Part } from '../../model-parts';

/** Detectors that look at one picture of a fixed size and give boxes, finished ones or on YOLOX's grid. */
export const BoxesSchema = v.object({
  role: v.literal('detector'),
  family: v.picklist(['yolox', 'boxes']),
  input: ImageInputSchema,
  output: v.variant('kind', [
    v.object({
      kind: v.literal('yolox-grid'),
      name: v.string(),
      birdClass: v.pipe(v.number(), v.integer(), v.minValue(0)),
      strides: v.array(v.pipe(v.number(), v.integer(), v.gtValue(0))),
    }),
    v.object({ kind: v.literal('boxes'), name: v.string() }),
  ]),
  scoreThreshold: Part,
  nmsIou: Part,
  ...common,
});
export type BoxesModel = v.InferOutput<typeof BoxesSchema>;
