import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';

/** What every tool that makes a new view of an image returns. */
export const ViewPayloadSchema = v.object({
  image: ImageRefSchema,
  width: v.number(),
  height: v.number(),
  /** The part of the source image that the view shows. */
  region: BoxSchema,
});
export type ViewPayload = v.InferOutput<typeof ViewPayloadSchema>;
