import * as v from 'valibot';
import { common, LabelsSchema } from '../../model-parts';

/** Which birds live where and when: latitude, longitude and a week or month go in. */
export const PlaceTimeSchema = v.object({
  role: v.literal('geo'),
  family: v.literal('place-time'),
  input: v.object({ name: v.string(), time: v.picklist(['week48', 'month12']) }),
  output: v.object({ name: v.string(), kind: v.literal('probabilities') }),
  labels: LabelsSchema,
  batch: v.picklist(['dynamic', 'single']),
  ...common,
});
export type PlaceTimeModel = v.InferOutput<typeof PlaceTimeSchema>;
