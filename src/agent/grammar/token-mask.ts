import type { Matcher, Position } from './matcher';

/** Which tokens may follow at each point of a grammar. Computed once for each point, because runs pass the same points repeatedly. */
export class TokenMask {
  readonly start: Position;
  readonly end: number;
  readonly #matcher: Matcher;
  readonly #texts: readonly string[];
  readonly #masks = new Map<string, Uint8Array>();

  /** `texts`: what each token says, empty for those that say nothing alone. `end`: the token that ends a reply. */
  constructor(matcher: Matcher, texts: readonly string[], end: number) {
    this.start = matcher.start;
    this.end = end;
    this.#matcher = matcher;
    this.#texts = texts;
  }

  textOf(token: number): string {
    return this.#texts[token] ?? '';
  }

  advance(at: Position, token: number): Position {
    return this.#matcher.advance(at, this.textOf(token));
  }

  /** 1 for every token that may come next. Never all 0: where no text may follow, the end may. */
  allowed(at: Position): Uint8Array {
    const key = at.join(',');
    const known = this.#masks.get(key);
    if (known) return known;
    const mask = new Uint8Array(Math.max(this.#texts.length, this.end + 1));
    this.#texts.forEach((text, token) => {
      if (text !== '' && this.#matcher.advance(at, text).length > 0) mask[token] = 1;
    });
    if (this.#matcher.mayEnd(at)) mask[this.end] = 1;
    this.#masks.set(key, mask);
    return mask;
  }
}
