import type { Evidence } from '../domain/ledger';
import type { Verdict } from '../domain/verdict';
import { decideVerdict, type VerdictContext } from '../domain/verdict-rules';
import type { AgentEvent } from '../domain/events';

/** The ledger that a run's events built. */
export function ledgerOf(events: readonly AgentEvent[]): Evidence[] {
  return events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
}

/** The verdict that a run ended in; null where it was cut off before. */
export function verdictOf(events: readonly AgentEvent[]): Verdict | null {
  return events.findLast((event) => event.type === 'verdict')?.verdict ?? null;
}

/** What today's rules would say to a saved ledger: the same as then, unless the rules or their numbers changed. */
export function replayVerdict(events: readonly AgentEvent[], context: VerdictContext): Verdict {
  return decideVerdict(ledgerOf(events), context);
}
