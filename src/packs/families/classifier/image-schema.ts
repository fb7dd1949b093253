import * as v from 'valibot';
import { CalibrationSchema, common, ImageInputSchema, LabelsSchema, Part } from '../../model-parts';

/** A network that gives a number for each label of a picture. */
export const ImageClassifierSchema = v.object({
  role: v.literal('image'),
  family: v.literal('classifier'),
  input: ImageInputSchema,
  output: v.object({ name: v.string(), kind: v.picklist(['probabilities', 'logits']) }),
  labels: LabelsSchema,
  /** Share of the longer side of the bird's box that is added on each side before squaring. */
  cropMargin: Part,
  calibration: CalibrationSchema,
  ...common,
});
export type ImageClassifierModel = v.InferOutput<typeof ImageClassifierSchema>;
