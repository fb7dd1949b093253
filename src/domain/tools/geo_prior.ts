import * as v from 'valibot';
import { TaxonIdSchema } from '../taxonomy';
import { defineSchema } from './schema';

export const RANGE_STATUSES = ['expected', 'unusual', 'out_of_range'] as const;
export type RangeStatus = (typeof RANGE_STATUSES)[number];

export const geoPrior = defineSchema({
  name: 'geo_prior',
  title: 'Who lives here',
  description: 'Tells how likely each candidate species is at the place and month of the observation.',
  args: v.strictObject({
    taxa: v.pipe(
      v.array(TaxonIdSchema),
      v.minLength(1),
      v.maxLength(20),
      v.description('Species ids, as classify_image returned them.'),
    ),
  }),
  payload: v.variant('applied', [
    v.object({ applied: v.literal(false), reason: v.picklist(['no_place', 'not_in_pack']) }),
    v.object({
      applied: v.literal(true),
      /** Null where the day is unknown: each species then counts with its best month. */
      month: v.nullable(v.number()),
      species: v.array(
        v.object({
          taxon: TaxonIdSchema,
          probability: v.number(),
          /** Its probability over that of the likeliest species there and then. */
          share: v.number(),
          status: v.picklist(RANGE_STATUSES),
        }),
      ),
      /** Candidates that the geo model does not know; nothing is concluded about them. */
      unknown: v.array(TaxonIdSchema),
    }),
  ]),
});
