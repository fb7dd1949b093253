import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
/** What is the same in every language: the app's name, units, and the letters of keys. */
const SAME_EVERYWHERE = /^(Goldcrest|kHz|ms|s|[A-Z])$/;
/** Attributes that are read out or shown. */
const SAID = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'title',
  'placeholder',
  'label',
]);

interface Node {
  type: string;
  name?: string;
  data?: string;
  value?: unknown;
  expression?: unknown;
}

const words = (text: string): string[] => text.match(/\p{L}+/gu)?.filter((word) => !SAME_EVERYWHERE.test(word)) ?? [];

/** Where what a component shows lies in its tree; scripts, styles and conditions lie elsewhere. */
const SHOWN = [
  'nodes',
  'fragment',
  'attributes',
  'body',
  'consequent',
  'alternate',
  'fallback',
  'pending',
  'then',
  'catch',
];

/** Text that a component would show whatever the language: between tags, and in attributes that are said. */
function literalsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, name, data, value, expression } = node as Node;
  if (type === 'Text') return words(data ?? '').length > 0 ? [(data ?? '').trim()] : [];
  if (type === 'Attribute') return SAID.has(name ?? '') ? literalsIn(value) : [];
  if (type === 'ExpressionTag') return expressionLiterals(expression);
  return SHOWN.flatMap((key) => literalsIn((node as Record<string, unknown>)[key]));
}

/** Of an expression only what it may come to is shown: a literal, or either side of a choice. */
function expressionLiterals(expression: unknown): string[] {
  const { type, value, consequent, alternate, right } = expression as Node & Record<string, unknown>;
  if (type === 'Literal') return typeof value === 'string' && words(value).length > 0 ? [value] : [];
  if (type === 'ConditionalExpression') return [...expressionLiterals(consequent), ...expressionLiterals(alternate)];
  if (type === 'LogicalExpression') return expressionLiterals(right);
  if (type !== 'TemplateLiteral') return [];
  const { quasis } = expression as { quasis: { value: { cooked: string } }[] };
  return quasis.map((quasi) => quasi.value.cooked).filter((text) => words(text).length > 0);
}

const components = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.svelte'),
);

test('every word on a screen comes from the catalogue', () => {
  expect(components.length).toBeGreaterThan(50);
  const found = components.flatMap((file) => {
    const { fragment } = parse(readFileSync(join(FOLDER, file), 'utf8'), { modern: true, filename: file });
    return literalsIn(fragment).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

test('a word between tags, in a label or in a choice is found', () => {
  const of = (source: string): string[] => literalsIn(parse(source, { modern: true }).fragment);
  expect(of('<p class="wide">{words.a} Goldcrest · 12 kHz</p>')).toEqual([]);
  expect(of('<p>Birds here</p>')).toEqual(['Birds here']);
  expect(of('<img alt="A bird" data-x="word" />')).toEqual(['A bird']);
  expect(of("<p>{known ? 'A bird' : words.b}</p>")).toEqual(['A bird']);
  expect(of('<p aria-label={`${count} birds`}></p>')).toEqual([' birds']);
});
