import * as v from 'valibot';
import { SoundClassifierSchema } from '../classifier/sound-schema';

/** Sound as Perch was trained on it. Its log-mel front end is inside the graph. */
export const PerchSchema = v.object({
  ...SoundClassifierSchema.entries,
  family: v.literal('perch'),
  input: v.object({
    name: v.string(),
    sampleRate: v.literal(32_000),
    windowSeconds: v.literal(5),
    hopSeconds: v.pipe(v.number(), v.minValue(0.5), v.maxValue(5)),
    /** Each window loses its mean and is scaled to this peak. */
    peak: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
    batch: v.picklist(['dynamic', 'single']),
  }),
  output: v.object({
    name: v.string(),
    /** After the adapter's softmax; the network gives logits. */
    kind: v.literal('probabilities'),
  }),
});
export type PerchModel = v.InferOutput<typeof PerchSchema>;
