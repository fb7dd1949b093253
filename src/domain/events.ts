import type { Evidence } from './ledger';
import type { Inquiry } from './questions/inquire';
import type { Observation, SoundRef } from './observation';
import type { Verdict } from './verdict';
import type { HeardBird } from './tools/classify_sound';
import type { ToolName } from './tools/schemas';

export const HINT_LEVELS = ['full', 'plain', 'off'] as const;
/** How much a failed call tells: message and hint, the message alone, or only its code. */
export type HintLevel = (typeof HINT_LEVELS)[number];

export interface Budget {
  calls: number;
  tokens: number;
  milliseconds: number;
}

/** Why a run stopped asking its policy. */
export const ENDINGS = [
  'concluded',
  'calls_spent',
  'tokens_spent',
  'time_spent',
  'cancelled',
  'policy_failed',
] as const;
export type Ending = (typeof ENDINGS)[number];

/** Everything a run can tell. The screen draws these, storage keeps them, a replay reads them. */
export type AgentEvent =
  | {
      type: 'started';
      run: string;
      /** ISO time. */
      at: string;
      observation: Observation;
      policy: string;
      pack: { name: string; version: string };
      budget: Budget;
      hints: HintLevel;
    }
  | { type: 'calling'; id: number; tool: ToolName | (string & {}); args: unknown; thought: string | null }
  | {
      type: 'progress';
      id: number;
      stage: 'loading_model' | 'checking_model' | 'preparing_place' | 'measuring' | 'listening';
      done: number;
      total: number;
    }
  /** The birds heard so far in a recording that is still being listened to; each such event replaces the one before. */
  | { type: 'heard'; id: number; sound: SoundRef; birds: readonly HeardBird[] }
  | { type: 'evidence'; entry: Evidence }
  /** What would help most, and the question to the observer, if one is worth it. Whoever shows the run may answer. */
  | ({ type: 'asking' } & Inquiry)
  | { type: 'verdict'; verdict: Verdict; ending: Ending; ms: number };
