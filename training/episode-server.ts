import * as v from 'valibot';
import { Taxonomy } from '../src/domain/taxonomy';
import { Traits } from '../src/domain/questions/traits';
import type { Thresholds } from '../src/domain/thresholds';
import { ManifestSchema } from '../src/packs/manifest';
import { thresholdsOf } from '../src/packs/thresholds';
import { functionTools } from '../src/tools/json-schema';
import { readItem, type RecordedItem } from './cached-environment';
import { DIALECT_NAMES, Speech, STYLES } from '../src/agent/dialects';
import { blueprint } from '../src/agent/blueprint';
import { Episode, playRules } from './episode';
import { strategyPolicy, StrategySchema } from './strategies';
import { HINT_LEVELS } from '../src/domain/events';
import { Matcher } from '../src/agent/grammar/matcher';
import { toEbnf } from '../src/agent/grammar/rule';
import { TokenMask } from '../src/agent/grammar/token-mask';

const Request = v.variant('op', [
  v.object({ op: v.literal('add'), key: v.string(), item: v.unknown() }),
  v.object({
    op: v.literal('open'),
    episode: v.string(),
    /** The key of an item that was added before. */
    key: v.string(),
    dialect: v.picklist(DIALECT_NAMES),
    style: v.optional(v.picklist(STYLES), 'compact'),
    hints: v.optional(v.picklist(HINT_LEVELS), 'full'),
    calls: v.optional(v.number(), 12),
    tokens: v.optional(v.number(), 600),
    /** Whether an observer is asked at the end, and answers. Takes longer than all the rest. */
    questions: v.optional(v.boolean(), false),
  }),
  /** A whole run of a strategy, or of the blueprint, without words and questions. */
  v.object({ op: v.literal('play'), key: v.string(), strategy: v.optional(StrategySchema) }),
  /** `strategy`: another way than the blueprint's. */
  v.object({ op: v.literal('suggest'), episode: v.string(), strategy: v.optional(StrategySchema) }),
  v.object({ op: v.literal('reply'), episode: v.string(), text: v.string(), tokens: v.optional(v.number(), 0) }),
  /** What each token says; `end` is the one that ends a reply. */
  v.object({ op: v.literal('vocabulary'), texts: v.array(v.string()), end: v.number() }),
  v.object({ op: v.literal('allowed'), episode: v.string(), said: v.array(v.number()) }),
  v.object({ op: v.literal('outcome'), episode: v.string() }),
  v.object({ op: v.literal('close'), episode: v.string() }),
  v.object({ op: v.literal('grammar'), dialect: v.picklist(DIALECT_NAMES), style: v.picklist(STYLES) }),
  v.object({ op: v.literal('tools') }),
]);

/** Episodes for a trainer in another language: a JSON object a line in, one out, in order (docs/policies.md). */
export class EpisodeServer {
  readonly #taxonomy: Taxonomy;
  readonly #thresholds: Thresholds;
  readonly #traits: Traits | null;
  readonly #items = new Map<string, RecordedItem>();
  readonly #episodes = new Map<string, Episode>();
  /** Grammars with their masks, by what they hang on: many situations share one. */
  readonly #masks = new Map<string, TokenMask>();
  #vocabulary: { texts: readonly string[]; end: number } | null = null;

  /** `manifests`: of the packs whose answers were recorded. Their calibration decides here as it does in the app. */
  constructor(tables: { taxonomy: unknown; synonyms: unknown; manifests: readonly unknown[]; traits?: unknown }) {
    this.#taxonomy = Taxonomy.fromTables(tables.taxonomy, tables.synonyms);
    this.#traits = tables.traits === undefined ? null : Traits.fromTable(tables.traits, this.#taxonomy);
    this.#thresholds = thresholdsOf(
      tables.manifests.map((manifest) => ({ manifest: v.parse(ManifestSchema, manifest) })),
    );
  }

  /** Never throws: a request that cannot be carried out is answered with why. */
  async handle(line: string): Promise<string> {
    try {
      return JSON.stringify({ ok: true, ...(await this.#do(v.parse(Request, JSON.parse(line)))) });
    } catch (error) {
      return JSON.stringify({ ok: false, message: error instanceof Error ? error.message : String(error) });
    }
  }

  async #do(request: v.InferOutput<typeof Request>): Promise<object> {
    switch (request.op) {
      case 'add':
        this.#items.set(request.key, readItem(request.item));
        return {};
      case 'open': {
        const { key, episode, dialect, style, hints, calls, tokens, questions } = request;
        const item = this.#item(key);
        const [budget, thresholds, traits] = [{ calls, tokens }, this.#thresholds, questions ? this.#traits : null];
        const opened = new Episode({ item, dialect, style, hints, budget, thresholds, traits }, this.#taxonomy);
        this.#episodes.set(episode, opened);
        return { messages: await opened.messages(), scope: opened.scope() };
      }
      case 'play': {
        const options = { item: this.#item(request.key), hints: 'full' as const, thresholds: this.#thresholds };
        const rules = request.strategy ? strategyPolicy(request.strategy) : blueprint;
        return playRules(options, rules, this.#taxonomy);
      }
      case 'suggest':
        return { text: await this.#episode(request.episode).suggest(request.strategy) };
      case 'reply':
        return this.#episode(request.episode).reply(request.text, request.tokens);
      case 'vocabulary':
        this.#vocabulary = request;
        this.#masks.clear();
        return {};
      case 'allowed':
        return { tokens: this.#allowed(this.#episode(request.episode), request.said) };
      case 'outcome':
        return this.#episode(request.episode).outcome();
      case 'close':
        this.#episodes.delete(request.episode);
        return {};
      case 'grammar':
        return { ebnf: toEbnf(new Speech(request.dialect, request.style).grammar()) };
      case 'tools':
        return { tools: functionTools() };
    }
  }

  /** Tokens that may follow what was said so far, as in the app, whose replies are held to the grammar of their situation. */
  #allowed(episode: Episode, said: readonly number[]): number[] {
    if (!this.#vocabulary) throw new Error('no vocabulary was given');
    const { speech } = episode;
    const scope = episode.scope();
    // A compact grammar asks only whether there are candidates, not which.
    const taxa = speech.style === 'compact' ? scope.taxa.slice(0, 1).map(() => 'any') : scope.taxa;
    const key = JSON.stringify([speech.dialect, speech.style, { ...scope, taxa }]);
    const mask =
      this.#masks.get(key) ??
      new TokenMask(new Matcher(speech.grammar(scope)), this.#vocabulary.texts, this.#vocabulary.end);
    this.#masks.set(key, mask);
    const at = said.reduce((from, token) => mask.advance(from, token), mask.start);
    return [...mask.allowed(at).entries()].flatMap(([token, may]) => (may ? [token] : []));
  }

  #item(key: string): RecordedItem {
    const item = this.#items.get(key);
    if (!item) throw new Error(`no item "${key}" was added`);
    return item;
  }

  #episode(name: string): Episode {
    const episode = this.#episodes.get(name);
    if (!episode) throw new Error(`there is no episode "${name}"`);
    return episode;
  }
}
