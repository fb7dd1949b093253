import * as v from 'valibot';
import { SoundRefSchema, StretchSchema } from '../observation';
import { TaxonIdSchema } from '../taxonomy';
import { CandidateSchema } from './classify_image';
import { defineSchema } from './schema';

/** What a sound can be besides a bird. */
export const SOUND_CLASSES = ['human_voice', 'other_animal', 'noise', 'silence'] as const;
export type SoundClass = (typeof SOUND_CLASSES)[number];

/** How many stretches a call may name; audio_quality never lists more. */
export const MAX_STRETCHES = 40;

const TimeSchema = v.object({ ...StretchSchema.entries, probability: v.number() });

/** One bird of the recording: when it is heard, and what else the same sounds could be. */
const HeardBirdSchema = v.object({
  taxon: TaxonIdSchema,
  /** Calibrated, pooled over its times. */
  probability: v.number(),
  times: v.array(TimeSchema),
  /** Species for these times, likeliest first: shares of one whole, the bird itself among them. */
  candidates: v.array(CandidateSchema),
  genera: v.array(CandidateSchema),
  families: v.array(CandidateSchema),
});
export type HeardBird = v.InferOutput<typeof HeardBirdSchema>;

export const classifySound = defineSchema({
  name: 'classify_sound',
  title: 'Name the birds in the recording',
  description:
    'Names the birds heard in a recording or in stretches of it, each with its times and calibrated probability.',
  args: v.strictObject({
    sound: v.pipe(SoundRefSchema, v.description('The recording.')),
    stretches: v.optional(
      v.pipe(
        v.array(StretchSchema),
        v.minLength(1),
        v.maxLength(MAX_STRETCHES),
        v.description('Parts in seconds, as audio_quality found them; the whole recording without them.'),
      ),
    ),
  }),
  payload: v.object({
    /** Surest first. */
    birds: v.array(HeardBirdSchema),
    /** The pooled answer: every species that was heard, with the probability that it is in the recording at all. */
    candidates: v.array(CandidateSchema),
    /** What else was heard. */
    others: v.array(v.object({ kind: v.picklist(SOUND_CLASSES), probability: v.number(), times: v.array(TimeSchema) })),
    /** False where the run was cancelled or out of time before the end. */
    complete: v.boolean(),
    /** How many windows were listened to, and how long each is. */
    windowCount: v.number(),
    windowSeconds: v.number(),
    /** The windows in which anything was heard, each with its likeliest species. */
    windows: v.array(v.object({ ...StretchSchema.entries, candidates: v.array(CandidateSchema) })),
    /** How many species the labels hold. */
    labelCount: v.number(),
    /** As for classify_image: of the birds expected here, the share that the labels hold; null where unknown. */
    coverage: v.nullable(v.number()),
  }),
});
