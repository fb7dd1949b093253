import type { NamingGrain } from '../domain/grain';
import type { Ledger, SkipReason } from '../domain/ledger';
import type { Observation } from '../domain/observation';
import type { Failure } from '../domain/outcome';
import type { ToolInput, ToolName } from '../domain/tools/schemas';
import type { Budget } from '../domain/events';

/** What a policy can do next. */
export type Decision =
  | { kind: 'call'; tool: string; args: unknown; thought: string | null; tokens: number }
  | { kind: 'skip'; tool: ToolName; reason: SkipReason; tokens: number }
  /** A language model's reply that cannot be carried out; the environment answers with the failure and its hint. */
  | { kind: 'malformed'; tool: string; args: unknown; failure: Failure; tokens: number }
  /** Ends the run. A policy may ask for a coarser answer than the evidence supports, never for a finer one. */
  | { kind: 'conclude'; ceiling: NamingGrain | 'abstain'; tokens: number };

export interface Situation {
  observation: Observation;
  ledger: Ledger;
  callsLeft: number;
}

/** What a policy has seen: all that a reference can point to. */
export type Seen = Pick<Situation, 'observation' | 'ledger'>;

/** Decides the next call. It sees only the ledger, so a run can continue after a worker was replaced. */
export interface Policy {
  readonly name: string;
  /** Its own budget for a run, if it differs from the usual one. */
  readonly budget?: Partial<Budget>;
  decide(situation: Situation, signal: AbortSignal): Promise<Decision>;
}

/** A call whose arguments are checked at compile time. */
export function call<Name extends ToolName>(
  tool: Name,
  args: ToolInput<Name>,
  thought: string | null = null,
): Decision {
  return { kind: 'call', tool, args, thought, tokens: 0 };
}
