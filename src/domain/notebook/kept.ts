import * as v from 'valibot';
import { ImageRefSchema, ObservationSchema, SoundRefSchema } from '../observation';
import { TaxonIdSchema } from '../taxonomy';
import { RANGE_STATUSES } from '../tools/geo_prior';

const IsoTime = v.pipe(v.string(), v.isoTimestamp('an ISO time such as 2026-05-17T06:12:00.000Z'));
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a sha256 in hexadecimal digits'));

export const IDENTIFICATION_KINDS = ['machine', 'confirmed', 'rejected', 'corrected', 'undone'] as const;
export type IdentificationKind = (typeof IDENTIFICATION_KINDS)[number];

/** One identification. An observation's identifications are a list that only grows; nothing in it is changed. */
export const IdentificationSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** The kept observation that it is about. */
  observation: v.string(),
  kind: v.picklist(IDENTIFICATION_KINDS),
  /** What it was said to be, or for `rejected` not to be. Null: no bird, or nothing that has a name. */
  taxon: v.nullable(TaxonIdSchema),
  /** The name as it was then, so that it can be read after the taxonomy has changed. */
  scientificName: v.nullable(v.string()),
  /** Who: the observer's name ("me" if none is set), or for `machine` pack and version ("starter 1.4.0"). */
  by: v.string(),
  at: IsoTime,
  why: v.optional(v.string()),
  /** What a machine said of its certainty, and the run with its evidence. */
  machine: v.optional(
    v.object({
      grain: v.string(),
      probability: v.number(),
      rule: v.string(),
      run: v.optional(v.string()),
      /** Whether it lives there in that month; left out where nobody looked that up. */
      range: v.optional(v.picklist(RANGE_STATUSES)),
    }),
  ),
  /** For `undone`: the identification that no longer counts. */
  undoes: v.optional(v.string()),
});
export type Identification = v.InferOutput<typeof IdentificationSchema>;

/** A photo or sound that was kept. The bytes lie in the media store under their sha256. */
export const KeptMediaSchema = v.object({
  ref: v.union([ImageRefSchema, SoundRefSchema]),
  sha256: Sha256,
  name: v.string(),
  /** MIME type. */
  type: v.string(),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** False for a reduced copy. */
  original: v.boolean(),
});
export type KeptMedia = v.InferOutput<typeof KeptMediaSchema>;

/** An observation in the field notebook. Its ledger and verdict are the events of its run. */
export const KeptObservationSchema = v.object({
  format: v.literal(1),
  id: v.pipe(v.string(), v.uuid()),
  keptAt: IsoTime,
  /** The last change of place, time, count, note or of whether it is sensitive: the later one wins when two copies meet. */
  changedAt: IsoTime,
  /** As it stands now, after the observer's changes: place, day and note are read from here. */
  observation: ObservationSchema,
  /** Local time with its offset from UTC, `2026-05-17T06:12:00+02:00`; null where only the day or nothing is known. */
  time: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** How many birds; null: not counted. */
  count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  media: v.array(KeptMediaSchema),
  /** A nest, a roost, a bird that people would disturb: exports make its place coarse. */
  sensitive: v.optional(v.boolean()),
  /** The id of the run. */
  run: v.string(),
  packs: v.array(v.object({ name: v.string(), version: v.string() })),
});
export type KeptObservation = v.InferOutput<typeof KeptObservationSchema>;
