/**
 * A grammar without recursion: enough for a tool call, and small enough to run as an automaton. One rule is printed as
 * EBNF for web-llm and walked by `matcher.ts` for engines that cannot constrain by themselves.
 */
export type Rule =
  | { kind: 'text'; text: string }
  | { kind: 'chars'; set: CharSet }
  | { kind: 'sequence'; of: readonly Rule[] }
  | { kind: 'choice'; of: readonly Rule[] }
  | { kind: 'repeat'; of: Rule; least: number; most: number };

export interface CharSet {
  /** Inclusive ranges of code points. */
  ranges: readonly (readonly [number, number])[];
  negated: boolean;
}

export const text = (value: string): Rule => ({ kind: 'text', text: value });
export const choice = (...of: Rule[]): Rule => (of.length === 1 ? of[0]! : { kind: 'choice', of });
export const repeat = (of: Rule, least: number, most: number): Rule => ({ kind: 'repeat', of, least, most });
export const optional = (of: Rule): Rule => repeat(of, 0, 1);

/** One after the other; neighbouring texts become one, so that the printed grammar stays short. */
export function sequence(...of: Rule[]): Rule {
  const parts: Rule[] = [];
  for (const part of of.flatMap((rule) => (rule.kind === 'sequence' ? rule.of : [rule]))) {
    const last = parts.at(-1);
    if (part.kind !== 'text') parts.push(part);
    else if (last?.kind === 'text') parts[parts.length - 1] = text(last.text + part.text);
    else if (part.text !== '') parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : { kind: 'sequence', of: parts };
}

/** A set of characters as in a regular expression: `a-z0-9`. */
export function chars(spec: string, negated = false): Rule {
  const points = Array.from(spec);
  const ranges: [number, number][] = [];
  for (let i = 0; i < points.length; i++) {
    const from = points[i]!.codePointAt(0)!;
    if (points[i + 1] === '-' && i + 2 < points.length) {
      ranges.push([from, points[i + 2]!.codePointAt(0)!]);
      i += 2;
    } else ranges.push([from, from]);
  }
  return { kind: 'chars', set: { ranges, negated } };
}

export const DIGITS = chars('0-9');
/** What a thought may hold: no line breaks, nothing that could open a tag, a string or an object. */
export const PROSE = chars("a-zA-Z0-9 ,.;:'()?%-");

export function holds({ ranges, negated }: CharSet, point: number): boolean {
  return ranges.some(([from, to]) => point >= from && point <= to) !== negated;
}

/** The rule in xgrammar's EBNF. */
export function toEbnf(rule: Rule): string {
  return `root ::= ${print(rule)}\n`;
}

function print(rule: Rule): string {
  switch (rule.kind) {
    case 'text':
      return JSON.stringify(rule.text);
    case 'chars':
      return `[${rule.set.negated ? '^' : ''}${rule.set.ranges.map(printRange).join('')}]`;
    case 'sequence':
      return rule.of.length === 0 ? '""' : `(${rule.of.map(print).join(' ')})`;
    case 'choice':
      return `(${rule.of.map(print).join(' | ')})`;
    case 'repeat':
      return rule.least === 0 && rule.most === 1
        ? `(${print(rule.of)})?`
        : `(${print(rule.of)}){${rule.least},${rule.most}}`;
  }
}

function printRange([from, to]: readonly [number, number]): string {
  const point = (code: number): string => {
    const char = String.fromCodePoint(code);
    return /[\w ]/.test(char) ? char : `\\u${code.toString(16).padStart(4, '0')}`;
  };
  return from === to ? point(from) : `${point(from)}-${point(to)}`;
}
