import type { ToolArgs, ToolName, ToolPayload } from './tools/schemas';
import type { Outcome } from './outcome';
import type { Answer, AnswerSource, QuestionId } from './questions/answers';

/** What runs a network: the processor or the graphics card. */
export type Provider = 'wasm' | 'webgpu';

/** Which model answered, so that a saved ledger can be traced to the bytes that made it. */
export interface ModelFingerprint {
  pack: string;
  version: string;
  file: string;
  /** First 12 hex digits of the file's sha256. */
  sha256: string;
  provider: string;
}

/** A tool that was called: with what, what came back, from which model, and how long it took. */
export type ToolEvidence = { [Name in ToolName]: ToolEvidenceOf<Name> }[ToolName];

export interface ToolEvidenceOf<Name extends ToolName> {
  kind: 'tool';
  id: number;
  tool: Name;
  args: ToolArgs<Name>;
  /** What the policy said about it, if anything. */
  thought?: string;
  outcome: Outcome<ToolPayload<Name>>;
  model: ModelFingerprint | null;
  ms: number;
}

/**
 * A call that could not be understood: an unknown tool, arguments that its schema refuses, or a reply that is no call at
 * all; the tool is then `reply` and the arguments are what was said.
 */
export interface RejectedEvidence {
  kind: 'rejected';
  id: number;
  tool: string;
  args: unknown;
  thought?: string;
  outcome: Extract<Outcome<never>, { status: 'failed' }>;
}

/** What stands for the tool where a reply named none. */
export const MALFORMED = 'reply';

export const SKIP_REASONS = ['no_bird', 'quality_failed', 'not_needed', 'not_in_pack', 'budget_spent'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What was not done, and why. */
export interface SkippedEvidence {
  kind: 'skipped';
  id: number;
  tool: ToolName;
  reason: SkipReason;
}

/** What the observer wrote with the observation, kept apart from what any tool found. */
export interface ObserverEvidence {
  kind: 'observer';
  id: number;
  note: string;
}

/** The observer's answer to one question. A later entry on the same question replaces it. */
export interface AnswerEvidence {
  kind: 'answer';
  id: number;
  question: QuestionId;
  /** Null takes an earlier answer back. */
  said: Answer | 'unknown' | null;
  from: AnswerSource;
}

export type Evidence = ToolEvidence | RejectedEvidence | SkippedEvidence | ObserverEvidence | AnswerEvidence;

/** What the observer said: no policy asked for it, and no tool gave it. */
export function isObserversWord(entry: Evidence): entry is ObserverEvidence | AnswerEvidence {
  return entry.kind === 'observer' || entry.kind === 'answer';
}

/** What is known about one observation, in the order it became known. Only grows. */
export type Ledger = readonly Evidence[];

/** The entries of one tool that came back with an answer. */
export function answers<Name extends ToolName>(
  ledger: Ledger,
  tool: Name,
): { id: number; args: ToolArgs<Name>; payload: ToolPayload<Name> }[] {
  const found = [];
  for (const entry of ledger) {
    if (entry.kind !== 'tool' || entry.tool !== tool || entry.outcome.status !== 'ok') continue;
    const { id, args, outcome } = entry as ToolEvidenceOf<Name>;
    if (outcome.status === 'ok') found.push({ id, args, payload: outcome.payload });
  }
  return found;
}

/**
 * Looks that add nothing. An answer that is the same to the last digit comes from the same pixels: from a
 * bird that fills its photo, however wide it is cut out, or from a photo that was given twice.
 */
export function repeatedLooks(ledger: Ledger): ReadonlySet<number> {
  const given = new Set<string>();
  const repeated = new Set<number>();
  for (const { id, payload } of answers(ledger, 'classify_image')) {
    const answer = JSON.stringify(payload);
    if (given.has(answer)) repeated.add(id);
    given.add(answer);
  }
  return repeated;
}

/** True where the ledger holds any call of this tool, answered or not. */
export function wasTried(ledger: Ledger, tool: ToolName): boolean {
  return ledger.some((entry) => (entry.kind === 'tool' || entry.kind === 'rejected') && entry.tool === tool);
}
