import type { JsonSchema } from '../../tools/json-schema';
import { fromPattern } from './pattern';
import { choice, chars, DIGITS, optional, repeat, sequence, text, type Rule } from './rule';

/** Bounded numbers are offered in tenths, as long as there are no more than this. */
const MOST_TENTHS = 60;

/**
 * Every JSON text that a schema accepts, written in one way: no spaces unless allowed, properties in their order. Numbers
 * are bounded in length, so that a reply ends.
 */
export function fromSchema(schema: JsonSchema, space: Rule = text('')): Rule {
  if (schema.const !== undefined) return text(JSON.stringify(schema.const));
  if (schema.enum) return choice(...schema.enum.map((value) => text(JSON.stringify(value))));
  if (schema.anyOf) return choice(...schema.anyOf.map((option) => fromSchema(option, space)));
  switch (schema.type) {
    case 'object':
      return object(schema, space);
    case 'array':
      return array(schema, space);
    case 'string':
      if (!schema.pattern) throw new Error('a string argument needs a pattern or a list of values');
      return sequence(text('"'), fromPattern(schema.pattern), text('"'));
    case 'boolean':
      return choice(text('true'), text('false'));
    case 'integer':
    case 'number':
      return number(schema);
    default:
      throw new Error(`no grammar for ${JSON.stringify(schema)}`);
  }
}

/** Required properties first, so that every optional one can be left out without a stray comma. */
function object({ properties = {}, required = [] }: JsonSchema, space: Rule): Rule {
  const property = (name: string): Rule =>
    sequence(text(`${JSON.stringify(name)}:`), space, fromSchema(properties[name]!, space));
  const names = Object.keys(properties);
  const needed = names.filter((name) => required.includes(name));
  const others = names.filter((name) => !required.includes(name));
  if (needed.length === 0 && others.length > 0) throw new Error('an object needs a property that is always there');
  const parts = needed.map((name, index) => (index ? sequence(text(','), space, property(name)) : property(name)));
  const rest = others.map((name) => optional(sequence(text(','), space, property(name))));
  return sequence(text('{'), ...parts, ...rest, text('}'));
}

function array({ items = {}, minItems = 0, maxItems = 20 }: JsonSchema, space: Rule): Rule {
  const item = fromSchema(items, space);
  const more = repeat(sequence(text(','), space, item), Math.max(0, minItems - 1), Math.max(0, maxItems - 1));
  const some = sequence(text('['), item, more, text(']'));
  return minItems > 0 ? some : choice(text('[]'), some);
}

function number({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): Rule {
  if (minimum !== undefined && maximum !== undefined) {
    const step = type === 'integer' ? 1 : 0.1;
    const count = Math.round((maximum - minimum) / step) + 1;
    if (count <= MOST_TENTHS) {
      const values = Array.from({ length: count }, (_, i) => Number((minimum + i * step).toFixed(1)));
      return choice(...values.map((value) => text(JSON.stringify(value))));
    }
  }
  const positive = sequence(chars('1-9'), repeat(DIGITS, 0, 4));
  const whole = exclusiveMinimum === undefined ? choice(text('0'), positive) : positive;
  const decimals = optional(sequence(text('.'), repeat(DIGITS, 1, 3)));
  const sign = minimum === undefined && exclusiveMinimum === undefined ? optional(text('-')) : text('');
  return type === 'integer' ? sequence(sign, whole) : sequence(sign, whole, decimals);
}
