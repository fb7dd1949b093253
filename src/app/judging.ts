import { answerRun, type GivenAnswer } from '../agent/answering';
import type { AgentEvent } from '../domain/events';
import { judgeBirds, type JudgedBird } from '../domain/judge-birds';
import type { Ledger } from '../domain/ledger';
import { inquire, type Inquiry } from '../domain/questions/inquire';
import type { Traits } from '../domain/questions/traits';
import type { Taxonomy } from '../domain/taxonomy';
import type { Thresholds } from '../domain/thresholds';
import type { Verdict } from '../domain/verdict';
import { decideVerdict, type VerdictContext } from '../domain/verdict-rules';
import { readTraits } from './opening';

/** What a ledger says, with the thresholds of the packs in use. */
export class Judging {
  readonly taxonomy: Taxonomy;
  readonly thresholds: Thresholds;
  #reading: Promise<Traits | null> | null = null;
  #traits: Traits | null = null;

  constructor(taxonomy: Taxonomy, thresholds: Thresholds) {
    this.taxonomy = taxonomy;
    this.thresholds = thresholds;
  }

  /** The verdict on a ledger, whoever made the calls. */
  verdict(ledger: Ledger): Verdict {
    return decideVerdict(ledger, this.#context);
  }

  /** Every bird of the recordings with its times and its own verdict, surest first. */
  birds(ledger: Ledger): JudgedBird[] {
    return judgeBirds(ledger, this.#context);
  }

  /** What would help most with a ledger, and the question that is worth asking; null if nothing would help. */
  async inquire(ledger: Ledger): Promise<Inquiry | null> {
    await this.traits();
    return inquire(ledger, this.#context);
  }

  /** What an answer of the observer adds to the events of a run that has ended. */
  async answer(events: readonly AgentEvent[], given: GivenAnswer): Promise<AgentEvent[]> {
    await this.traits();
    return answerRun(events, given, this.#context);
  }

  /** Facts about birds, read on first use; null if they cannot be read. Until then an observer's answer counts for nothing. */
  traits(): Promise<Traits | null> {
    return (this.#reading ??= readTraits(this.taxonomy).then((traits) => {
      // If it could not be read, the next caller tries again.
      if (!traits) this.#reading = null;
      return (this.#traits = traits);
    }));
  }

  get #context(): VerdictContext {
    return { taxonomy: this.taxonomy, thresholds: this.thresholds, traits: this.#traits };
  }
}
