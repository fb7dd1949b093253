import * as v from 'valibot';
import type { AgentEvent, Ending } from '../src/domain/events';
import { HINT_LEVELS } from '../src/domain/events';
import { ledgerOf } from '../src/agent/replay';
import type { Ledger } from '../src/domain/ledger';
import type { Verdict } from '../src/domain/verdict';
import { DAMAGES } from './degrade';
import { MODALITIES, SpotSchema } from './item';

export const PLACE_CHOICES = ['own', 'far', 'none'] as const;

/** What a run was made with. A run is continued only if all of it is the same; two runs are compared by it. */
export const SettingsSchema = v.object({
  format: v.literal(1),
  /** The name of the set's folder, and a hash over its labels. */
  set: v.object({ name: v.string(), sha256: v.string() }),
  pack: v.object({ name: v.string(), version: v.string(), sha256: v.string() }),
  /** A hash over the code that runs the items. */
  app: v.string(),
  policy: v.string(),
  hints: v.picklist(HINT_LEVELS),
  place: v.picklist(PLACE_CHOICES),
  modalities: v.array(v.picklist(MODALITIES)),
  degrade: v.nullable(v.object({ kind: v.picklist(DAMAGES), strength: v.number() })),
  seed: v.number(),
  /** How many of the items were drawn; null for all. */
  sample: v.nullable(v.number()),
});
export type Settings = v.InferOutput<typeof SettingsSchema>;

/** One line of `runs.jsonl`: all that is kept of one item's run. */
const RecordSchema = v.object({
  id: v.string(),
  /** Why nothing could be run: a missing or unreadable file, or a page that died twice. */
  failed: v.nullable(v.object({ code: v.string(), message: v.string() })),
  /** The place and day it was given. */
  spot: v.nullable(SpotSchema),
  day: v.nullable(v.string()),
  ms: v.number(),
  /** As the agent told them; read back the way storage reads saved runs. */
  events: v.array(v.custom<AgentEvent>((event) => typeof event === 'object' && event !== null && 'type' in event)),
  scores: v.array(v.object({ entry: v.number(), tool: v.string(), values: v.array(v.number()) })),
  /** The species named in a recording, each by a verdict of its own; null where there is none, and in runs of before. */
  named: v.optional(v.nullable(v.array(v.string())), null),
  /** A small picture or spectrogram, as a data address. */
  picture: v.nullable(v.pipe(v.string(), v.startsWith('data:image/'))),
});
export type RunRecord = v.InferOutput<typeof RecordSchema>;

/** Reads `runs.jsonl`. A last line that was cut off while it was written is left out: its item runs again. */
export function readRecords(text: string): RunRecord[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    try {
      return [v.parse(RecordSchema, JSON.parse(line))];
    } catch (error) {
      if (index === lines.length - 1) return [];
      throw error;
    }
  });
}

export function ledgerIn(record: RunRecord): Ledger {
  return ledgerOf(record.events);
}

/** How the run ended; null where it never began. */
export function endIn({ events }: RunRecord): { verdict: Verdict; ending: Ending; ms: number } | null {
  const last = events.at(-1);
  return last?.type === 'verdict' ? last : null;
}
