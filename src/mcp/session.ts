import type { Environment, ProgressCallbacks } from '../agent/environment';
import type { GivenAnswer } from '../agent/answering';
import { DEFAULT_BUDGET } from '../agent/loop';
import type { Policy } from '../agent/policy';
import type { Evidence, RejectedEvidence, ToolEvidence } from '../domain/ledger';
import type { Observation } from '../domain/observation';

export interface CallOptions {
  signal?: AbortSignal;
  listeners?: ProgressCallbacks;
}

/** The tools of one observation for a caller from outside, with a ledger of its own: the same checks, failures and hints. */
export class ToolSession {
  readonly #environment: Environment;
  readonly #observation: Observation;
  readonly #ledger: Evidence[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(environment: Environment, observation: Observation) {
    this.#environment = environment;
    this.#observation = observation;
    const note = observation.note?.trim() ?? '';
    if (note !== '') this.#ledger.push({ kind: 'observer', id: 1, note });
    for (const answer of observation.answers ?? []) this.#say(answer);
  }

  get ledger(): readonly Evidence[] {
    return this.#ledger;
  }

  /** What the observer says of the bird; null takes an answer back. */
  answer(given: GivenAnswer): Promise<void> {
    return this.#inTurn(() => {
      this.#say(given);
      return Promise.resolve();
    });
  }

  #say(given: GivenAnswer): void {
    this.#ledger.push({ kind: 'answer', id: this.#ledger.length + 1, ...given });
  }

  call(tool: string, args: unknown, options: CallOptions = {}): Promise<ToolEvidence | RejectedEvidence> {
    return this.#inTurn(() => this.#perform(tool, args, options));
  }

  /** Makes the calls that a policy finds missing in the ledger as it is. `onCall` hears of each before it begins. */
  complete(policy: Policy, onCall: (tool: string) => void, options: CallOptions = {}): Promise<void> {
    return this.#inTurn(async () => {
      const { signal = new AbortController().signal } = options;
      for (let callsLeft = DEFAULT_BUDGET.calls; callsLeft > 0 && !signal.aborted;) {
        const situation = { observation: this.#observation, ledger: this.#ledger, callsLeft };
        const decision = await policy.decide(situation, signal);
        if (decision.kind === 'skip') {
          const { tool, reason } = decision;
          this.#ledger.push({ kind: 'skipped', id: this.#ledger.length + 1, tool, reason });
        } else if (decision.kind === 'call') {
          callsLeft -= 1;
          onCall(decision.tool);
          await this.#perform(decision.tool, decision.args, options);
        } else return;
      }
    });
  }

  async #perform(tool: string, args: unknown, { signal, listeners }: CallOptions) {
    const call = { id: this.#ledger.length + 1, tool, args };
    const stop = signal ?? new AbortController().signal;
    const entry = await this.#environment.perform(call, this.#ledger, stop, listeners);
    this.#ledger.push(entry);
    return entry;
  }

  /** Callers may ask for several things at once; entries of the ledger come one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
