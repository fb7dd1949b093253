import { choice, chars, repeat, sequence, text, type Rule } from './rule';

/** `+` and `*` end somewhere: a constrained reply has to. */
const MOST_CHARS = 12;
const MOST_GROUPS = 3;

/**
 * A rule from the regular expression of a tool's argument. Knows what those use: literals, `\d`, `[a-z]`, groups, `|`,
 * `+`, `*`, `?`, anchored at both ends; throws on anything else, so that a new pattern is noticed by the tests.
 */
export function fromPattern(pattern: string): Rule {
  const reader = new PatternReader(pattern.replace(/(^|\|)\^/g, '$1').replace(/\$(\||$)/g, '$1'));
  return reader.read();
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Rule {
    const rule = this.#alternatives();
    if (this.#at < this.#source.length) throw new Error(`cannot read "${this.#source}" beyond ${this.#at}`);
    return rule;
  }

  #alternatives(): Rule {
    const options = [this.#series()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#series());
    }
    return choice(...options);
  }

  #series(): Rule {
    const parts: Rule[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) parts.push(this.#repeated());
    return sequence(...parts);
  }

  #repeated(): Rule {
    const atom = this.#atom();
    const most = atom.kind === 'chars' ? MOST_CHARS : MOST_GROUPS;
    switch (this.#source[this.#at]) {
      case '+':
        this.#at += 1;
        return repeat(atom, 1, most);
      case '*':
        this.#at += 1;
        return repeat(atom, 0, most);
      case '?':
        this.#at += 1;
        return repeat(atom, 0, 1);
      default:
        return atom;
    }
  }

  #atom(): Rule {
    const char = this.#source[this.#at++];
    if (char === '(') {
      if (this.#source.startsWith('?:', this.#at)) this.#at += 2;
      const inner = this.#alternatives();
      if (this.#source[this.#at++] !== ')') throw new Error(`a group of "${this.#source}" is not closed`);
      return inner;
    }
    if (char === '[') {
      const end = this.#source.indexOf(']', this.#at);
      const spec = this.#source.slice(this.#at, end);
      this.#at = end + 1;
      if (end < 0 || spec.includes('\\') || spec.startsWith('^')) throw new Error(`cannot read the set "${spec}"`);
      return chars(spec);
    }
    if (char === '\\') {
      const escaped = this.#source[this.#at++];
      if (escaped === 'd') return chars('0-9');
      if (escaped === undefined || /\w/.test(escaped)) throw new Error(`cannot read "\\${escaped ?? ''}"`);
      return text(escaped);
    }
    if (char === undefined || '{}?+*.'.includes(char)) throw new Error(`cannot read "${this.#source}"`);
    return text(char);
  }
}
