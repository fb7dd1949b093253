import * as v from 'valibot';
import { PlaceTimeSchema } from '../place-time/schema';

/** Where a species lives, whatever the month: the network knows places only. */
export const SinrSchema = v.object({
  ...PlaceTimeSchema.entries,
  family: v.literal('sinr'),
  input: v.object({ name: v.string() }),
  output: v.object({ name: v.string(), kind: v.literal('probabilities') }),
});
export type SinrModel = v.InferOutput<typeof SinrSchema>;
