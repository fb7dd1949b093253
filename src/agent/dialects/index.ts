import { MALFORMED, type Evidence } from '../../domain/ledger';
import { argumentsSchema, functionTools } from '../../tools/json-schema';
import { isToolName } from '../../domain/tools/schemas';
import type { Rule } from '../grammar/rule';
import type { Decision, Seen } from '../policy';
import { Aliases } from './aliases';
import type { Dialect, DialectName, Message, Style } from './dialect';
import { grammarParts } from './grammar-parts';
import { hermes } from './hermes';
import { describeEvidence, describeObservation, describeStanding } from './ledger-text';
import { mcpJson } from './mcp-json';
import { LONGEST_REPLY, readReply } from './read';
import { react } from './react';
import { expand, inOrder, shorten } from './references';
import type { Scope } from './scope';

export { DIALECT_NAMES, STYLES } from './dialect';
export type { DialectName, Message, Style } from './dialect';
export { scopeOf, type Scope } from './scope';

const DIALECTS: Record<DialectName, Dialect> = { hermes, 'mcp-json': mcpJson, react };

/** What a reply says, and whether its JSON had to be repaired. An unreadable reply is a decision too: a bad one. */
export interface Reply {
  decision: Decision;
  mended: boolean;
}

/** One dialect in one style: everything a policy's text passes through, both ways. Pure and deterministic. */
export class Speech {
  readonly dialect: DialectName;
  readonly style: Style;
  readonly #dialect: Dialect;

  constructor(dialect: DialectName, style: Style) {
    this.dialect = dialect;
    this.style = style;
    this.#dialect = DIALECTS[dialect];
  }

  /** The whole conversation so far, ending with a turn of the user's: what a model continues. */
  conversation({ observation, ledger }: Seen): Message[] {
    const messages: Message[] = [
      { role: 'system', content: this.systemPrompt() },
      { role: 'user', content: new Aliases(observation).speak(describeObservation(observation, this.style)) },
    ];
    ledger.forEach((entry, index) => {
      messages.push(...this.turn(entry, { observation, ledger: ledger.slice(0, index) }));
    });
    return messages;
  }

  systemPrompt(): string {
    if (this.style === 'compact') return `goldcrest ${this.dialect}`;
    const tools = functionTools().map((tool) => JSON.stringify(tool));
    return [
      'You identify a bird by calling tools. Each answer is written into a ledger. Then end with the finest grain that the',
      'evidence supports: species, genus, family or abstain. Rather be coarse than wrong. Call tools one at a time, never',
      'the same call twice. Usual order: detect_bird, quality_gate, classify_image, geo_prior.',
      this.#dialect.format,
      '<tools>',
      ...tools,
      '</tools>',
    ].join('\n');
  }

  /** One ledger entry as turns: what the policy wrote, and the answer it got. */
  turn(entry: Evidence, before: Seen): Message[] {
    const said = this.#said(entry, before);
    if (said === null) return [];
    const failed = 'outcome' in entry && entry.outcome.status === 'failed';
    const told = describeEvidence(entry, this.style);
    // Not after a failure: its hint says what to do next.
    const left = this.style === 'compact' && !failed ? describeStanding(entry, before) : '';
    const answer = this.#dialect.writeAnswer(`${told}${left}`, failed);
    const aliases = new Aliases(before.observation);
    return [
      { role: 'assistant', content: aliases.speak(said) },
      { role: 'user', content: aliases.speak(answer) },
    ];
  }

  /** A decision as this dialect writes it. */
  write(decision: Decision, before: Seen): string {
    if (decision.kind === 'malformed') return String(decision.args);
    if (decision.kind !== 'call') return this.#dialect.write(decision);
    const text = this.#dialect.write({ ...decision, args: this.#short(decision.tool, decision.args, before) });
    return new Aliases(before.observation).speak(text);
  }

  /** Understands a whole reply. */
  read(text: string, seen: Seen): Reply {
    const reading = readReply(text, this.#dialect);
    if (!reading.ok) {
      const args = text.slice(0, LONGEST_NONSENSE);
      const { failure } = reading;
      return { decision: { kind: 'malformed', tool: MALFORMED, args, failure, tokens: 0 }, mended: false };
    }
    const { utterance, mended } = reading;
    if (utterance.kind !== 'call') return { decision: { ...utterance, tokens: 0 }, mended };
    const expanded = expand(new Aliases(seen.observation).resolve(utterance.args), seen);
    if ('failure' in expanded) {
      const { tool, args } = utterance;
      return { decision: { kind: 'malformed', tool, args, failure: expanded.failure, tokens: 0 }, mended };
    }
    return { decision: { ...utterance, args: expanded.args, tokens: 0 }, mended };
  }

  /** Reads a reply while it is being written. */
  reader(): ReplyReader {
    return new ReplyReader(this.#dialect);
  }

  /** Every reply that is well formed; with a scope, every one that also names only what is there. */
  grammar(scope: Scope | null = null): Rule {
    return this.#dialect.grammar(grammarParts(this.style, scope));
  }

  #said(entry: Evidence, before: Seen): string | null {
    switch (entry.kind) {
      case 'tool': {
        const args = this.#short(entry.tool, entry.args, before);
        return this.#dialect.write({ kind: 'call', tool: entry.tool, args, thought: entry.thought ?? null });
      }
      case 'rejected': {
        if (entry.tool === MALFORMED) return String(entry.args);
        const args = this.#short(entry.tool, entry.args, before);
        const said = this.#dialect.write({ kind: 'call', tool: entry.tool, args, thought: entry.thought ?? null });
        return said.slice(0, LONGEST_NONSENSE);
      }
      case 'observer':
      case 'answer':
        // Part of the observation and not a turn: no call asked for it.
        return null;
      case 'skipped':
        return this.#dialect.write({ kind: 'skip', tool: entry.tool, reason: entry.reason });
    }
  }

  #short(tool: string, args: unknown, before: Seen): unknown {
    const schema = isToolName(tool) ? argumentsSchema(tool) : null;
    if (this.style === 'compact') return shorten(args, schema, before);
    return isObject(args) ? inOrder(args, schema) : args;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Earlier unreadable replies are repeated only as far as the model needs to recognise them. */
const LONGEST_NONSENSE = 200;

/** Follows a reply token by token and tells when there is nothing more to wait for. */
class ReplyReader {
  readonly #dialect: Dialect;
  #text = '';

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  get text(): string {
    return this.#text;
  }

  /** True once the reply says all that counts, runs too long, or goes round in circles. */
  add(piece: string): boolean {
    this.#text += piece;
    return this.#text.length > LONGEST_REPLY || this.#dialect.isComplete(this.#text) || goesInCircles(this.#text);
  }
}

/** The same 40 characters four times over at the end. */
function goesInCircles(text: string): boolean {
  const tail = text.slice(-40);
  return tail.length === 40 && text.length >= 400 && text.slice(-400).split(tail).length > 4;
}
