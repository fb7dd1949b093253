import { describe, expect, it } from 'vitest';
import { argumentsSchema } from '../../tools/json-schema';
import { TOOL_NAMES } from '../../domain/tools/schemas';
import { fromPattern } from './pattern';
import { fromSchema } from './from-schema';
import { Matcher } from './matcher';
import { chars, choice, repeat, sequence, text, toEbnf } from './rule';

describe('a pattern', () => {
  it.each([
    ['^photo-\\d+(\\.[a-z]+-\\d+)*$', ['photo-1', 'photo-12.crop-2.zoom-3'], ['photo-', 'photo-1.', 'photo-a', '']],
    ['^[a-z0-9]+$|^[A-Z][a-z]+$', ['goldcr1', 'Regulus'], ['Regulus regulus', 'R', '']],
    ['^(a|bc)?d$', ['d', 'ad', 'bcd'], ['abcd', 'b']],
  ])('%s becomes a rule that accepts the same', (pattern, good, bad) => {
    const matcher = new Matcher(fromPattern(pattern));
    for (const one of good) expect(matcher.accepts(one), one).toBe(true);
    for (const one of bad) expect(matcher.accepts(one), one).toBe(false);
  });

  it.each(['a{2}', '\\w+', '[^a]', 'a.b', '(a'])('%s is refused rather than misread', (pattern) => {
    expect(() => fromPattern(pattern)).toThrow();
  });
});

describe('a schema', () => {
  it.each(TOOL_NAMES)('of %s becomes a grammar', (tool) => {
    expect(toEbnf(fromSchema(argumentsSchema(tool)))).toMatch(/^root ::= /);
  });

  it('offers numbers between bounds in tenths', () => {
    const matcher = new Matcher(fromSchema({ type: 'number', minimum: 0, maximum: 0.5 }));
    expect(['0', '0.1', '0.5'].every((one) => matcher.accepts(one))).toBe(true);
    expect(['0.6', '1', '-0.1', '0.15'].some((one) => matcher.accepts(one))).toBe(false);
  });

  it('leaves optional properties out without a stray comma', () => {
    const matcher = new Matcher(
      fromSchema({
        type: 'object',
        properties: { b: { type: 'boolean' }, a: { enum: ['x'] } },
        required: ['a'],
      }),
    );
    expect(matcher.accepts('{"a":"x"}')).toBe(true);
    expect(matcher.accepts('{"a":"x","b":true}')).toBe(true);
    expect(matcher.accepts('{"a":"x",}')).toBe(false);
  });
});

describe('a matcher', () => {
  const matcher = new Matcher(sequence(text('ab'), repeat(chars('0-9'), 1, 3), choice(text('!'), text('?'))));

  it('knows what may follow, where the text may end and where it must', () => {
    const at = matcher.advance(matcher.start, 'ab1');
    expect(matcher.advance(at, '2').length).toBeGreaterThan(0);
    expect(matcher.advance(at, 'x')).toHaveLength(0);
    expect(matcher.mayEnd(at)).toBe(false);
    expect(matcher.mustEnd(matcher.advance(at, '!'))).toBe(true);
  });

  it('prints itself as EBNF', () => {
    expect(toEbnf(sequence(text('a"'), repeat(chars('0-9'), 1, 3)))).toBe('root ::= ("a\\"" ([0-9]){1,3})\n');
  });
});
