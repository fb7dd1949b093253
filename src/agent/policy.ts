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
  /** Ends the run. A policy may ask for a coarser answer than the evidence carries; a finer one is never given. */
  | { kind: 'conclude'; ceiling: NamingGrain | 'abstain'; tokens: number };

export interface Situation {
  observation: Observation;
  ledger: Ledger;
  callsLeft: number;
}

/** Whatever decides the next call. It sees the ledger and nothing else, so a run can go on after anything is rebuilt. */
export interface Policy {
  readonly name: string;
  /** What it may spend on a run, where that is not what every policy may. */
  readonly budget?: Partial<Budget>;
  decide(situation: Situation, signal: AbortSignal): Promise<Decision>;
}

/** A call whose arguments the compiler has checked. */
export function call<Name extends ToolName>(
  tool: Name,
  args: ToolInput<Name>,
  thought: string | null = null,
): Decision {
  return { kind: 'call', tool, args, thought, tokens: 0 };
}
