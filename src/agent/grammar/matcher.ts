import { holds, type CharSet, type Rule } from './rule';

interface Edge {
  /** Null for a step that reads nothing. */
  on: CharSet | null;
  to: number;
}

/** A set of states of the automaton, as a sorted list; empty where nothing can follow. */
export type Position = readonly number[];

/** Runs a rule over text, character by character: says what may follow, so that a sampler can leave out the rest. */
export class Matcher {
  readonly start: Position;
  readonly #edges: Edge[][] = [];
  readonly #end: number;
  readonly #steps = new Map<string, Position>();

  constructor(rule: Rule) {
    const first = this.#state();
    this.#end = this.#build(rule, first);
    this.start = this.#closure([first]);
  }

  /** Where `text` leads from a position; empty where the rule forbids it. */
  advance(from: Position, text: string): Position {
    let at = from;
    for (const char of text) {
      if (at.length === 0) return at;
      at = this.#step(at, char.codePointAt(0)!);
    }
    return at;
  }

  /** Whether the text may end here. */
  mayEnd(at: Position): boolean {
    return at.includes(this.#end);
  }

  /** Whether the text has to end here. */
  mustEnd(at: Position): boolean {
    return at.length > 0 && at.every((state) => this.#edges[state]!.every((edge) => edge.on === null));
  }

  accepts(text: string): boolean {
    return this.mayEnd(this.advance(this.start, text));
  }

  #step(at: Position, point: number): Position {
    const key = `${at.join(',')}:${point}`;
    const known = this.#steps.get(key);
    if (known) return known;
    const reached = at.flatMap((state) =>
      this.#edges[state]!.filter(({ on }) => on !== null && holds(on, point)).map(({ to }) => to),
    );
    const next = this.#closure(reached);
    this.#steps.set(key, next);
    return next;
  }

  #closure(states: readonly number[]): Position {
    const seen = new Set(states);
    const open = [...states];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (const { on, to } of this.#edges[state]!) {
        if (on !== null || seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    }
    return [...seen].sort((a, b) => a - b);
  }

  #state(): number {
    return this.#edges.push([]) - 1;
  }

  #link(from: number, on: CharSet | null): number {
    const to = this.#state();
    this.#edges[from]!.push({ on, to });
    return to;
  }

  /** Adds a rule behind a state; gives the state behind the rule. */
  #build(rule: Rule, from: number): number {
    switch (rule.kind) {
      case 'text': {
        let at = from;
        for (const char of rule.text) {
          const point = char.codePointAt(0)!;
          at = this.#link(at, { ranges: [[point, point]], negated: false });
        }
        return at;
      }
      case 'chars':
        return this.#link(from, rule.set);
      case 'sequence':
        return rule.of.reduce((at, part) => this.#build(part, at), from);
      case 'choice': {
        const end = this.#state();
        for (const option of rule.of) {
          const last = this.#build(option, this.#link(from, null));
          this.#edges[last]!.push({ on: null, to: end });
        }
        return end;
      }
      case 'repeat': {
        const end = this.#state();
        let at = from;
        for (let i = 0; i < rule.most; i++) {
          if (i >= rule.least) this.#edges[at]!.push({ on: null, to: end });
          at = this.#build(rule.of, at);
        }
        this.#edges[at]!.push({ on: null, to: end });
        return end;
      }
    }
  }
}
