import * as v from 'valibot';
import type { AgentEvent } from '../domain/events';
import {
  IdentificationSchema,
  KeptObservationSchema,
  type Identification,
  type KeptObservation,
} from '../domain/notebook/kept';

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

/** A run as a line: its small picture lies with the media. Events are drawn, never trusted: storage reads old ones too. */
export const RunLineSchema = v.object({
  id: v.string(),
  at: v.string(),
  observation: v.string(),
  thumbnail: v.nullable(v.object({ sha256: Sha256, type: v.string() })),
  events: v.pipe(
    v.array(v.looseObject({ type: v.string() })),
    v.check((events) => events.some(({ type }) => type === 'started'), 'a run begins with its started event'),
    v.transform((events) => events as unknown as AgentEvent[]),
  ),
});
export type RunLine = v.InferOutput<typeof RunLineSchema>;

/** The text of a backup, read and checked. */
export interface BackupRows {
  observations: KeptObservation[];
  identifications: Identification[];
}

export { IdentificationSchema, KeptObservationSchema };
