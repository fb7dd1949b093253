import type { Environment } from '../agent/environment';
import type { Evidence, RejectedEvidence, ToolEvidence } from '../domain/ledger';

/** The tools of one observation for a caller from outside, with a ledger of its own: the same checks, failures and hints. */
export class ToolSession {
  readonly #environment: Environment;
  readonly #ledger: Evidence[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get ledger(): readonly Evidence[] {
    return this.#ledger;
  }

  async call(
    tool: string,
    args: unknown,
    signal = new AbortController().signal,
  ): Promise<ToolEvidence | RejectedEvidence> {
    const entry = await this.#environment.perform({ id: this.#ledger.length + 1, tool, args }, this.#ledger, signal);
    this.#ledger.push(entry);
    return entry;
  }
}
