import { blueprint } from '../agent/blueprint';
import { scopeOf, Speech } from '../agent/dialects';
import type { Budget } from '../domain/events';
import type { Decision, Policy, Situation } from '../agent/policy';
import { isObserversWord, type Ledger, type RejectedEvidence, type ToolEvidence } from '../domain/ledger';
import type { PolicyBridge } from './bridge';
import type { PolicyModel } from './manifest';
import { sightOf, type Look } from './sight';
import { policyProblem, type PolicyProblem } from './protocol';

/** The most tokens of a reply: the longest call of the compact style has about forty. */
const MOST_REPLY_TOKENS = { compact: 96, full: 320 } as const;

/** After this many failures a step is not tried again: a model that still asks for it is stuck. */
const MOST_FAILURES = 2;

const IN_CIRCLES = 'This model kept asking for a step that does not work.';
const NOT_FOR_SOUNDS = 'This model has learned to decide about photos only.';

/** What a policy says, reported while it speaks. */
export type PolicyNews =
  | { type: 'loading'; done: number; total: number }
  | { type: 'turn'; turn: number; text: string; tokens: number; milliseconds: number; done: boolean }
  | { type: 'fell_back'; problem: PolicyProblem };

export interface TextPolicyOptions {
  temperature?: number;
  /** Shows a model that sees a picture of the observation. */
  look?: Look;
  onNews?: (news: PolicyNews) => void;
}

/**
 * A language model as a policy: it reads the ledger in its dialect, and its reply is parsed. It holds nothing
 * of a run, so a run continues after its worker was rebuilt. If it fails for good, or goes in circles, the blueprint takes over
 * in its place.
 */
export class TextPolicy implements Policy {
  readonly name: string;
  readonly budget: Partial<Budget>;
  readonly #bridge: PolicyBridge;
  readonly #speech: Speech;
  readonly #media: PolicyModel['media'];
  readonly #temperature: number;
  readonly #sight: { side: number; look: Look } | null;
  readonly #onNews: (news: PolicyNews) => void;
  /** Tokens of the conversation that have been counted, and in how many turns. */
  #counted = 0;
  #turns = 0;
  #given: PolicyProblem | null = null;

  constructor(name: string, bridge: PolicyBridge, model: PolicyModel, options: TextPolicyOptions = {}) {
    this.name = name;
    this.#bridge = bridge;
    this.#speech = new Speech(model.dialect, model.style);
    this.#media = model.media;
    this.#sight = (options.look && model.sight && { ...model.sight, look: options.look }) ?? null;
    // With the full prompt or a picture, a model reads more before its first word than a small one in a whole run.
    const isSparing = model.style === 'compact' && !model.sight;
    this.budget = isSparing ? {} : { tokens: model.contextTokens };
    this.#temperature = options.temperature ?? 0;
    this.#onNews = options.onNews ?? (() => undefined);
  }

  /** Why the blueprint took over; null where it did not. */
  get problem(): PolicyProblem | null {
    return this.#given;
  }

  async decide(situation: Situation, signal: AbortSignal): Promise<Decision> {
    const isNew = !situation.ledger.some((entry) => !isObserversWord(entry));
    if (isNew) this.#reset();
    if (!this.#given && !this.#isFor(situation))
      this.#fallBack(policyProblem('not_trained_for', NOT_FOR_SOUNDS).problem);
    if (!this.#given) {
      const decision = await this.#ask(situation, signal);
      if (decision) return decision;
    }
    return blueprint.decide(situation, signal);
  }

  /** Whether it was trained on what this observation holds. */
  #isFor({ observation: { photos, sounds } }: Situation): boolean {
    return (
      (photos.length === 0 || this.#media.includes('photo')) && (sounds.length === 0 || this.#media.includes('sound'))
    );
  }

  #reset(): void {
    this.#counted = 0;
    this.#turns = 0;
    this.#given = null;
  }

  async #ask(situation: Situation, signal: AbortSignal): Promise<Decision | null> {
    const loaded = await this.#bridge.load((done, total) => this.#onNews({ type: 'loading', done, total }));
    if (!loaded.ok) return this.#fallBack(loaded.problem);
    const { dialect, style } = this.#speech;
    const messages = this.#speech.conversation(situation);
    const picture = await this.#picture(situation);
    const turn = ++this.#turns;
    const start = performance.now();
    let text = '';
    let pieces = 0;
    const [scope, maxTokens, temperature] = [scopeOf(situation), MOST_REPLY_TOKENS[style], this.#temperature];
    const result = await this.#bridge.reply(
      { messages, dialect, style, scope, maxTokens, temperature, picture },
      (piece) => {
        text += piece;
        pieces += 1;
        this.#onNews({
          type: 'turn',
          turn,
          text,
          tokens: pieces,
          milliseconds: performance.now() - start,
          done: false,
        });
      },
      signal,
    );
    picture?.close();
    if (!result.ok) return this.#fallBack(result.problem);
    const { value } = result;
    this.#onNews({
      type: 'turn',
      turn,
      text: value.text,
      tokens: value.replyTokens,
      milliseconds: value.milliseconds,
      done: true,
    });
    const whole = value.promptTokens + value.replyTokens;
    const tokens = Math.max(0, whole - this.#counted);
    this.#counted = Math.max(whole, this.#counted);
    const { decision } = this.#speech.read(value.text, situation);
    if (failuresOf(decision, situation.ledger) >= MOST_FAILURES) {
      return this.#fallBack(policyProblem('going_in_circles', IN_CIRCLES).problem);
    }
    return { ...decision, tokens };
  }

  /** Null where the model has no vision or there is no picture: it then works from the text. */
  async #picture(situation: Situation): Promise<ImageBitmap | null> {
    const seen = this.#sight && sightOf(situation);
    return this.#sight && seen ? this.#sight.look(seen.image, seen.region, this.#sight.side) : null;
  }

  #fallBack(problem: PolicyProblem): null {
    this.#given = problem;
    if (problem.code !== 'cancelled') this.#onNews({ type: 'fell_back', problem });
    return null;
  }
}

/** How often a step has failed: a tool on the same image or recording, or a reply that was refused as it stands. */
function failuresOf(decision: Decision, ledger: Ledger): number {
  if (decision.kind !== 'call' && decision.kind !== 'malformed') return 0;
  const { tool, args } = decision;
  const isSame = (entry: ToolEvidence | RejectedEvidence): boolean =>
    entry.kind === 'tool'
      ? subjectOf(entry.args) === subjectOf(args)
      : JSON.stringify(entry.args) === JSON.stringify(args);
  return ledger.filter(
    (entry) => 'outcome' in entry && entry.tool === tool && entry.outcome.status === 'failed' && isSame(entry),
  ).length;
}

/** What a call is about; undefined where it is about the whole observation. */
function subjectOf(args: unknown): unknown {
  const { image, sound } = (args ?? {}) as { image?: unknown; sound?: unknown };
  return image ?? sound;
}
