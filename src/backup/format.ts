import * as v from 'valibot';
import {
  IdentificationSchema,
  KeptObservationSchema,
  type Identification,
  type KeptObservation,
} from '../domain/notebook/kept';
import { isReadable } from './events';

/** Counts up with every change that an older app would read wrongly. */
export const BACKUP_VERSION = 1;

/** Observations in one backup: thirty a day for twenty years. */
export const MAX_OBSERVATIONS = 250_000;
/** Identifications: a few for each observation. */
export const MAX_IDENTIFICATIONS = 2_000_000;
/** Bytes of one line: the longest runs, an hour of sound with language model, are under 2 MB. */
export const MAX_LINE = 16e6;
/** Bytes of all lines of one file. */
export const MAX_TEXT = 8e9;
/** Bytes of one photo or sound. */
export const MAX_MEDIUM = 2e9;

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Nothing that a browser would run as a page. */
const ImageType = v.pipe(v.string(), v.regex(/^image\/(jpeg|png|webp|avif)$/));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const TEXTS = ['observations.jsonl', 'identifications.jsonl', 'runs.jsonl'] as const;
export type TextFile = (typeof TEXTS)[number];

/** Read first, and alone: a newer format may have anything else in it. */
export const FormatSchema = v.object({ format: v.literal('goldcrest-backup'), version: v.number() });

export const ManifestSchema = v.object({
  ...FormatSchema.entries,
  createdAt: v.string(),
  app: v.string(),
  taxonomy: v.string(),
  counts: v.object({ observations: Count, identifications: Count, runs: Count, media: Count }),
  files: v.object({
    'observations.jsonl': v.object({ bytes: Count, sha256: Sha256 }),
    'identifications.jsonl': v.object({ bytes: Count, sha256: Sha256 }),
    'runs.jsonl': v.object({ bytes: Count, sha256: Sha256 }),
  }),
});
export type Manifest = v.InferOutput<typeof ManifestSchema>;

/**
 * A run as a line: its small picture lies with the media. Events that nobody could draw are left out, so that one of them
 * keeps nobody from the rest of the backup.
 */
export const RunLineSchema = v.object({
  id: v.string(),
  at: v.string(),
  observation: v.string(),
  thumbnail: v.nullable(v.object({ sha256: Sha256, type: ImageType })),
  events: v.pipe(
    v.array(v.unknown()),
    v.transform((events) => events.filter(isReadable)),
    v.check((events) => events[0]?.type === 'started', 'a run begins with its started event'),
  ),
});
export type RunLine = v.InferOutput<typeof RunLineSchema>;

/** The text of a backup, read and checked. */
export interface BackupRows {
  observations: KeptObservation[];
  identifications: Identification[];
}

export { IdentificationSchema, KeptObservationSchema };
