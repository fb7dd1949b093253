import type { NamingGrain } from '../../domain/grain';
import type { SkipReason } from '../../domain/ledger';
import type { ToolName } from '../../domain/tools/schemas';
import type { Rule } from '../grammar/rule';

/** One turn of a conversation. There is no role for tools: chat templates disagree about it, so answers are user turns. */
export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export const STYLES = ['compact', 'full'] as const;
/**
 * Compact: for a model that was trained for this one job. It knows the tools, speaks of boxes by reference, and reads a
 * line per answer. Full: for a large model that has to be told everything.
 */
export type Style = (typeof STYLES)[number];

/** What a reply says, before its references are looked up. */
export type Utterance =
  | { kind: 'call'; tool: string; args: unknown; thought: string | null }
  | { kind: 'skip'; tool: ToolName; reason: SkipReason }
  | { kind: 'conclude'; ceiling: NamingGrain | 'abstain' };

/** A part of a reply that a dialect recognised as its own. */
export type Found =
  /** JSON that should hold a call or an answer. */
  | { kind: 'json'; json: string; thought: string }
  /** A call whose name stands outside its JSON. */
  | { kind: 'action'; tool: string; json: string; thought: string }
  | { kind: 'answer'; answer: string };

/** How a policy's text encodes its decisions, and how it learns their results. */
export interface Dialect {
  readonly name: DialectName;
  /** One sentence that shows the format: for the system prompt of large models, and for hints. */
  readonly format: string;
  write(utterance: Utterance): string;
  /** The result of a call, as the next turn. */
  writeAnswer(answer: string, failed: boolean): string;
  /** The first thing in a reply that is in this dialect; null where there is none. */
  find(reply: string): Found | null;
  /** Whether a reply that is still being written already says all that counts. */
  isComplete(reply: string): boolean;
  /** All replies there can be, given the JSON of all calls and of all skips. */
  grammar(parts: GrammarParts): Rule;
}

export interface GrammarParts {
  /** The arguments of each tool, and of `skip`. */
  args: ReadonlyMap<string, Rule>;
  /** What may stand before a call; null where nothing may. */
  thought: Rule | null;
  /** An optional space in JSON, where the style has one. */
  space: Rule;
}

export const DIALECT_NAMES = ['hermes', 'mcp-json', 'react'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** Named like a tool, so that leaving one out is written like calling one. */
export const SKIP = 'skip';

/** The JSON that all dialects share for a call. */
export function callJson(utterance: Exclude<Utterance, { kind: 'conclude' }>): { name: string; args: unknown } {
  if (utterance.kind === 'call') return { name: utterance.tool, args: utterance.args };
  return { name: SKIP, args: { tool: utterance.tool, reason: utterance.reason } };
}
