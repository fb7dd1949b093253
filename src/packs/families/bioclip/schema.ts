import * as v from 'valibot';
import { PathSchema } from '../../pack-file';
import { ImageClassifierSchema } from '../classifier/image-schema';

/** An image tower whose embedding is compared with one embedding a species. */
export const BioclipSchema = v.object({
  ...ImageClassifierSchema.entries,
  family: v.literal('bioclip'),
  output: v.object({
    name: v.string(),
    /** The result of the comparison, not the network's output. */
    kind: v.literal('logits'),
    /** Numbers in an embedding. */
    length: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(4096)),
  }),
  /** Cosine times this is a logit: the temperature that the towers were trained with. */
  logitScale: v.pipe(v.number(), v.gtValue(0), v.maxValue(1000)),
  /** Half-precision embeddings, a row a label. */
  table: PathSchema,
});
export type BioclipModel = v.InferOutput<typeof BioclipSchema>;
