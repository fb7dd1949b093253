import type { Evidence } from '../domain/ledger';
import type { Observation } from '../domain/observation';
import type { NamingGrain } from '../domain/grain';
import type { Traits } from '../domain/questions/traits';
import type { Verdict } from '../domain/verdict';
import { decideVerdict, type VerdictContext } from '../domain/verdict-rules';
import { askingEvents } from './answering';
import type { Environment, ProgressCallbacks } from './environment';
import type { AgentEvent, Budget, Ending, HintLevel } from '../domain/events';
import type { Decision, Policy } from './policy';

export const DEFAULT_BUDGET: Budget = { calls: 12, tokens: 600, milliseconds: 120_000 };

/** A recording adds its own length to the limit: a slow phone listens in about real time. */
export function budgetFor({ sounds }: Observation): Budget {
  const seconds = sounds.reduce((sum, sound) => sum + sound.seconds, 0);
  return { ...DEFAULT_BUDGET, milliseconds: DEFAULT_BUDGET.milliseconds + 1000 * seconds };
}

export interface Run {
  id: string;
  observation: Observation;
  policy: Policy;
  environment: Environment;
  verdict: VerdictContext;
  /** Facts about birds, for questions to the observer and their answers; null if they cannot be read. */
  traits?: () => Promise<Traits | null>;
  pack: { name: string; version: string };
  hints: HintLevel;
  budget: Budget;
  signal: AbortSignal;
}

/**
 * One identification, as a stream of events: the policy decides, the environment runs the tool, the ledger records,
 * until the policy concludes, the budget is spent or the run is cancelled. Always ends in a verdict from the ledger.
 */
export async function* identify(run: Run): AsyncGenerator<AgentEvent, void> {
  const start = performance.now();
  const { id, observation, policy, pack, budget, hints } = run;
  const at = new Date().toISOString();
  yield { type: 'started', run: id, at, observation, policy: policy.name, pack, budget, hints };

  const time = AbortSignal.timeout(budget.milliseconds);
  const stop = AbortSignal.any([run.signal, time]);
  const ledger: Evidence[] = [];
  let calls = 0;
  let tokens = 0;
  let ceiling: NamingGrain | 'abstain' = 'species';
  let ending: Ending | null = null;

  const note = observation.note?.trim() ?? '';
  if (note !== '') yield record({ kind: 'observer', id: 1, note });
  for (const answer of observation.answers ?? []) yield record({ kind: 'answer', id: ledger.length + 1, ...answer });

  while (!ending) {
    const decision = await decide(run, ledger, budget.calls - calls, stop);
    tokens += decision?.tokens ?? 0;
    if (run.signal.aborted) ending = 'cancelled';
    else if (time.aborted) ending = 'time_spent';
    else if (!decision) ending = 'policy_failed';
    else if (tokens > budget.tokens) ending = 'tokens_spent';
    else if (decision.kind === 'conclude') {
      ceiling = decision.ceiling;
      ending = 'concluded';
    } else if (decision.kind === 'skip') {
      yield record({ kind: 'skipped', id: ledger.length + 1, tool: decision.tool, reason: decision.reason });
    } else if (calls >= budget.calls) ending = 'calls_spent';
    else if (decision.kind === 'malformed') {
      calls += 1;
      const { tool, args, failure } = decision;
      const call = { id: ledger.length + 1, tool, args };
      yield { type: 'calling', ...call, thought: null };
      yield record(run.environment.refuse(call, failure));
    } else {
      calls += 1;
      const call = { id: ledger.length + 1, tool: decision.tool, args: decision.args };
      yield { type: 'calling', ...call, thought: decision.thought };
      const progress = new ProgressQueue(call.id);
      const performing = run.environment.perform(call, ledger, stop, progress);
      yield* progress.until(performing);
      yield record(withThought(await performing, decision.thought));
    }
  }

  const unasked: Verdict = decideVerdict(ledger, { ...run.verdict, ceiling });
  // Without an answer from the observer the table of bird facts is not needed, and may still be loading.
  const settled = unasked.grain === 'species' && !observation.answers?.length;
  const traits = settled ? null : ((await run.traits?.()) ?? null);
  const context = { ...run.verdict, traits, ceiling };
  if (ending !== 'cancelled') yield* askingEvents(ledger, context);
  const verdict = traits ? decideVerdict(ledger, context) : unasked;
  yield { type: 'verdict', verdict, ending, ms: performance.now() - start };

  function record(entry: Evidence): AgentEvent {
    ledger.push(entry);
    return { type: 'evidence', entry };
  }
}

/** A thought is kept with its call, so that a restarted policy can read it again. */
function withThought(entry: Evidence, thought: string | null): Evidence {
  return thought !== null && (entry.kind === 'tool' || entry.kind === 'rejected') ? { ...entry, thought } : entry;
}

/** Null if the policy throws: the verdict then comes from the ledger as it stands. */
async function decide(run: Run, ledger: Evidence[], callsLeft: number, stop: AbortSignal): Promise<Decision | null> {
  try {
    return await run.policy.decide({ observation: run.observation, ledger, callsLeft }, stop);
  } catch {
    return null;
  }
}

type News = Extract<AgentEvent, { type: 'progress' | 'heard' }>;

/** Passes on a running tool's reports without making the tool wait; only the latest of each kind counts. */
class ProgressQueue implements ProgressCallbacks {
  readonly #id: number;
  readonly #latest = new Map<News['type'], News>();
  #over = false;
  #wake: () => void = () => undefined;

  constructor(id: number) {
    this.#id = id;
  }

  readonly onProgress: ProgressCallbacks['onProgress'] = (stage, done, total) => {
    this.#tell({ type: 'progress', id: this.#id, stage, done, total });
  };

  readonly onHeard: ProgressCallbacks['onHeard'] = (sound, birds) => {
    this.#tell({ type: 'heard', id: this.#id, sound, birds });
  };

  async *until(work: Promise<unknown>): AsyncGenerator<News, void> {
    const finish = (): void => {
      this.#over = true;
      this.#wake();
    };
    work.then(finish, finish);
    for (;;) {
      const news = [...this.#latest.values()];
      this.#latest.clear();
      if (news.length > 0) yield* news;
      else if (this.#over) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #tell(news: News): void {
    this.#latest.set(news.type, news);
    this.#wake();
  }
}
