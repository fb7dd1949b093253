import type { AgentEvent } from '../domain/events';
import type { NamingGrain } from '../domain/grain';
import type { AnswerEvidence } from '../domain/ledger';
import { inquire } from '../domain/questions/inquire';
import type { Verdict } from '../domain/verdict';
import { decideVerdict, type VerdictContext } from '../domain/verdict-rules';
import type { Ledger } from '../domain/ledger';
import { ledgerOf } from './replay';

export type GivenAnswer = Omit<AnswerEvidence, 'kind' | 'id'>;

/** What would help most, as an event; nothing if nothing would. */
export function askingEvents(ledger: Ledger, context: VerdictContext): AgentEvent[] {
  const inquiry = inquire(ledger, context);
  return inquiry ? [{ type: 'asking', ...inquiry }] : [];
}

/**
 * The events that follow an answer given after a run has ended: the answer in the ledger, the next question, and the verdict. Appended to the run's
 * events they give the run as it is now, live or saved alike.
 */
export function answerRun(events: readonly AgentEvent[], given: GivenAnswer, context: VerdictContext): AgentEvent[] {
  const ended = events.findLast((event) => event.type === 'verdict');
  if (!ended) throw new Error('an answer comes after the verdict');
  const before = ledgerOf(events);
  const id = Math.max(0, ...before.map((entry) => entry.id)) + 1;
  const entry: AnswerEvidence = { kind: 'answer', id, ...given };
  const ledger = [...before, entry];
  const within = { ...context, ceiling: ceilingOf(ended.verdict) };
  return [
    { type: 'evidence', entry },
    ...askingEvents(ledger, within),
    { ...ended, verdict: decideVerdict(ledger, within) },
  ];
}

/** If the policy asked for a coarser answer, that still holds. */
function ceilingOf({ ladder }: Verdict): NamingGrain | 'abstain' {
  const allowed = ladder.filter(({ reason }) => reason !== 'policy_declined');
  return allowed.at(-1)?.grain ?? 'abstain';
}
