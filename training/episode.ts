import { answers, type Ledger } from '../src/domain/ledger';
import { looksThatCount } from '../src/domain/search';
import type { Traits } from '../src/domain/questions/traits';
import type { VerdictContext } from '../src/domain/verdict-rules';
import type { Thresholds } from '../src/domain/thresholds';
import type { Taxonomy } from '../src/domain/taxonomy';
import { blueprint } from '../src/agent/blueprint';
import { cachedEnvironment, type RecordedItem } from './cached-environment';
import { type Message, type Scope, scopeOf, Speech, type DialectName, type Style } from '../src/agent/dialects';
import type { AgentEvent, Budget, HintLevel } from '../src/domain/events';
import { DEFAULT_BUDGET, identify } from '../src/agent/loop';
import type { Decision, Policy, Situation } from '../src/agent/policy';
import { ledgerOf } from '../src/agent/replay';
import { executionReward, progressRewards, scoreRun, type Scores } from './scores';
import { answerRun } from '../src/agent/answering';
import { answerOf } from './observer';
import { seeded } from './random';
import { strategyPolicy, type Strategy } from './strategies';
import { trajectoryOf, type Trajectory } from '../src/agent/trajectory';

export interface EpisodeOptions {
  item: RecordedItem;
  dialect: DialectName;
  style: Style;
  hints: HintLevel;
  budget?: Partial<Budget>;
  thresholds: Thresholds;
  /** Facts about birds, for the questions that end a run and for an observer who answers them; without them nothing is asked. */
  traits?: Traits | null;
}

/** What one reply came to. */
export interface Step {
  done: boolean;
  /** What the policy is told next: the turn that answers its reply; empty once the run is over. */
  messages: Message[];
  /** What the next reply can name. */
  scope: Scope;
  decision: Decision;
  mended: boolean;
  /** The rewards of this turn: qwen-tool's matrix and Environment Tuning's progress. */
  execution: number;
  progress: number;
}

export interface Outcome {
  scores: Scores;
  verdict: { grain: string; taxon: string | null };
  ending: string;
  calls: number;
  trajectory: Trajectory;
}

/** Failures that are the caller's: the same call, made rightly, would have been answered. */
const CALLERS_FAULT: ReadonlySet<string> = new Set([
  'unknown_image',
  'region_outside_image',
  'region_too_small',
  'unknown_taxon',
]);

function namesSomething(ledger: Ledger): boolean {
  const heard = answers(ledger, 'classify_sound').some(({ payload }) => payload.birds.length > 0);
  return heard || looksThatCount(ledger).length > 0;
}

function wasWrong(entry: object): boolean {
  const { outcome } = entry as { outcome?: { code?: string } };
  return outcome?.code !== undefined && CALLERS_FAULT.has(outcome.code);
}

/** How often people err about what they saw (docs/decisions/0037-the-question-that-decides.md). */
const OBSERVER_ERROR = 0.15;

/** Weeks: in training nobody waits, and the other budgets end a run. */
const NO_HURRY = 2 ** 31 - 1;

/** A whole run of rules, without words: many times faster than an episode that is talked through. */
export async function playRules(
  options: Omit<EpisodeOptions, 'dialect' | 'style'>,
  policy: Policy,
  taxonomy: Taxonomy,
): Promise<Pick<Outcome, 'scores' | 'calls'>> {
  const one = new Episode({ ...options, dialect: 'hermes', style: 'compact' }, taxonomy, policy);
  return one.played();
}

/**
 * One identification whose policy is somewhere else: it is told the conversation, it replies, it is told what came of it.
 * The loop, the environment's checks and the verdict rules are those of the app.
 */
export class Episode {
  readonly speech: Speech;
  readonly #item: RecordedItem;
  readonly #taxonomy: Taxonomy;
  readonly #verdict: VerdictContext;
  readonly #traits: Traits | null;
  readonly #events: AgentEvent[] = [];
  readonly #run: AsyncGenerator<AgentEvent, void>;
  readonly #driven: Promise<void>;
  readonly #replies: string[] = [];
  #next: Promise<void>;
  #situation: Situation | null = null;
  #scope: Scope | null = null;
  #answer: (decision: Decision) => void = () => undefined;
  #asked: () => void = () => undefined;
  #tokens = 0;

  constructor(options: EpisodeOptions, taxonomy: Taxonomy, rules: Policy | null = null) {
    const { item, dialect, style, hints } = options;
    this.#item = item;
    this.#taxonomy = taxonomy;
    this.#traits = options.traits ?? null;
    this.#verdict = { taxonomy, thresholds: options.thresholds };
    this.speech = new Speech(dialect, style);
    this.#next = new Promise((resolve) => (this.#asked = resolve));
    this.#run = identify({
      id: 'episode',
      observation: item.observation,
      policy: rules ?? { name: 'elsewhere', decide: (situation) => this.#ask(situation) },
      environment: cachedEnvironment(item, taxonomy, hints),
      verdict: this.#verdict,
      traits: () => Promise.resolve(this.#traits),
      pack: { name: 'recorded', version: '1' },
      hints,
      budget: { ...DEFAULT_BUDGET, milliseconds: NO_HURRY, ...options.budget },
      signal: new AbortController().signal,
    });
    this.#driven = this.#drive();
  }

  /** What a run of rules came to. */
  async played(): Promise<Pick<Outcome, 'scores' | 'calls'>> {
    await this.#driven;
    const { scores, calls } = this.outcome();
    return { scores, calls };
  }

  /** Waits for the policy's turn; the whole conversation so far. */
  async messages(): Promise<Message[]> {
    await this.#next;
    return this.speech.conversation(this.#seen());
  }

  /** What the next reply can name. */
  scope(): Scope {
    // Asked for with every token of a reply.
    this.#scope ??= scopeOf(this.#seen());
    return this.#scope;
  }

  /**
   * What the blueprint, or another strategy, would do now, in this dialect. It ends as it always does, leaving the grain to the verdict rules;
   * only where no tool has named anything is there nothing to leave to them.
   */
  async suggest(strategy: Strategy | null = null): Promise<string> {
    await this.#next;
    const situation = this.#situation;
    if (!situation) throw new Error('the episode is over');
    // The blueprint takes a call that failed for made; whoever made it wrongly has to be shown how it is made.
    const ledger = situation.ledger.filter(({ kind, ...entry }) => kind !== 'rejected' && !wasWrong(entry));
    const policy = strategy ? strategyPolicy(strategy) : blueprint;
    const decision = await policy.decide({ ...situation, ledger }, new AbortController().signal);
    if (decision.kind !== 'conclude' || namesSomething(ledger)) return this.speech.write(decision, situation);
    return this.speech.write({ ...decision, ceiling: 'abstain' }, situation);
  }

  async reply(text: string, tokens: number): Promise<Step> {
    await this.#next;
    if (!this.#situation) throw new Error('the episode is over');
    const before = this.#seen();
    const { decision, mended } = this.speech.read(text, before);
    this.#replies.push(text);
    this.#tokens += tokens;
    this.#next = new Promise((resolve) => (this.#asked = resolve));
    this.#answer({ ...decision, tokens });
    await this.#next;
    this.#scope = null;
    const after = this.#seen();
    const added = after.ledger.slice(before.ledger.length);
    const done = this.#ending() !== undefined;
    const ending = this.#ending() ?? 'concluded';
    const rewards = progressRewards({ ...this.#toScore(), ledger: after.ledger, ending });
    return {
      done,
      messages: done ? [] : added.flatMap((entry) => this.speech.turn(entry, before)).slice(1),
      scope: this.scope(),
      decision,
      mended,
      execution: added.reduce((sum, entry) => sum + executionReward(entry), 0),
      progress: (done ? rewards.at(-1) : rewards.at(-2)) ?? 0,
    };
  }

  outcome(): Outcome {
    const ended = this.#events.findLast((event) => event.type === 'verdict');
    if (!ended) throw new Error('the episode is not over');
    const { verdict, ending } = ended;
    return {
      scores: scoreRun({ ...this.#toScore(), verdict, ending }, this.#taxonomy),
      verdict: { grain: verdict.grain, taxon: verdict.taxon },
      ending,
      calls: this.#events.filter((event) => event.type === 'calling').length,
      trajectory: trajectoryOf(this.#events, this.speech),
    };
  }

  #toScore() {
    return {
      observation: this.#item.observation,
      ledger: this.#seen().ledger,
      verdict: { grain: 'abstain', taxon: null } as const,
      truth: this.#item.truth,
      replies: this.#replies,
      tokens: this.#tokens,
    };
  }

  #ending() {
    return this.#events.findLast((event) => event.type === 'verdict')?.ending;
  }

  #seen() {
    return { observation: this.#item.observation, ledger: ledgerOf(this.#events) };
  }

  #ask(situation: Situation): Promise<Decision> {
    // The loop goes on writing its ledger; a situation is how it was when it was asked about.
    this.#situation = { ...situation, ledger: [...situation.ledger] };
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#asked();
    });
  }

  /** As an observer does who knows the bird and errs as often as people do, the same way in every run of an observation. */
  #answerQuestions(): void {
    const { truth, observation } = this.#item;
    const traits = this.#traits;
    if (!traits || truth === null) return;
    const random = seeded(`${observation.id} ${observation.place?.latitude ?? 'nowhere'}`);
    let told: readonly AgentEvent[] = this.#events;
    for (;;) {
      const question = told.findLast((event) => event.type === 'asking')?.question;
      if (!question) return;
      const said = answerOf(truth, question, { taxonomy: this.#taxonomy, traits, error: OBSERVER_ERROR, random });
      told = answerRun(this.#events, { question, said, from: 'question' }, { ...this.#verdict, traits });
      this.#events.push(...told);
    }
  }

  async #drive(): Promise<void> {
    for await (const event of this.#run) this.#events.push(event);
    this.#answerQuestions();
    this.#situation = null;
    this.#asked();
  }
}
