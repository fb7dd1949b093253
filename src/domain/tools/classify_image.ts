import * as v from 'valibot';
import { BoxSchema, ImageRefSchema } from '../observation';
import { TaxonIdSchema } from '../taxonomy';
import { defineSchema } from './schema';

export const CandidateSchema = v.object({ taxon: TaxonIdSchema, probability: v.number() });
export type Candidate = v.InferOutput<typeof CandidateSchema>;

export const classifyImage = defineSchema({
  name: 'classify_image',
  title: 'Name the bird in the picture',
  description:
    'Names the bird in an image or a region of it. Returns the likeliest species with calibrated probabilities.',
  args: v.strictObject({
    image: v.pipe(ImageRefSchema, v.description('The image with the bird.')),
    region: v.optional(v.pipe(BoxSchema, v.description('The box of the bird; the whole image without it.'))),
  }),
  payload: v.object({
    /** Species, likeliest first: the classifier's top-k. */
    candidates: v.array(CandidateSchema),
    /** Genera and families with the probability of all their species, beyond the top-k too. */
    genera: v.array(CandidateSchema),
    families: v.array(CandidateSchema),
    /** Probability that this is no bird at all. */
    noBird: v.number(),
    /** How many species the labels hold. */
    labelCount: v.number(),
    /**
     * Of the birds expected at this place and season, the share (weighted by how likely each is) that the labels hold.
     * Null where the place is unknown.
     */
    coverage: v.nullable(v.number()),
    /**
     * Species of the candidates' genera that live here and that the labels do not hold, each with its share of the
     * likeliest bird here: what the model would take for one it knows. Left out by ledgers from before it was asked.
     */
    unlabelled: v.optional(v.array(v.object({ taxon: TaxonIdSchema, share: v.number() })), []),
  }),
});
