import * as v from 'valibot';

/** An image tower whose embedding is compared with one embedding a species. */
export const bioclipEntries = {
  output: v.object({
    name: v.string(),
    /** What comes of the comparison, not what the network gives. */
    kind: v.literal('logits'),
    /** Numbers in an embedding. */
    length: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(4096)),
  }),
  /** Cosine times this is a logit: the temperature that the towers were trained with. */
  logitScale: v.pipe(v.number(), v.gtValue(0), v.maxValue(1000)),
};
