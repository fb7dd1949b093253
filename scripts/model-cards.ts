/** Model cards: models/<role>/README.md, with the figures that `npm run bench:models` measured in a browser. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** One measured number: a share or a time, with its interval and how many measurements it rests on. */
export interface Figure {
  name: string;
  value: number;
  low: number;
  high: number;
  n: number;
  target: string;
  holds: boolean | null;
}
export interface BrowserResults {
  date: string;
  command: string;
  figures: Figure[];
}

const BEGIN = '<!-- in the browser: written by npm run bench:models -->';
const END = '<!-- end of in the browser -->';

export const cardOf = (role: string) => join(ROOT, 'models', role, 'README.md');
export const resultsOf = (role: string) => join(ROOT, 'models', role, 'browser.json');

function short(value: number) {
  return value >= 10 ? value.toFixed(1) : value.toFixed(3);
}

export function browserTable({ date, command, figures }: BrowserResults): string {
  const rows = figures.map(({ name, value, low, high, n, target, holds }) => {
    const verdict = holds === null ? target : `${target}: ${holds ? 'holds' : 'missed'}`;
    return `| ${name} | ${short(value)} | ${short(low)} to ${short(high)} | ${n} | ${verdict} |`;
  });
  const head = ['| figure | value | 95 % interval | n | target |', '| --- | --- | --- | --- | --- |'];
  return [`Measured by \`${command}\` in headless Chromium, wasm, ${date}.`, '', ...head, ...rows].join('\n');
}

/** Puts the table between its marks, or at the end of a card that has none yet. */
export function withBrowserTable(card: string, results: BrowserResults) {
  const block = `${BEGIN}\n<!-- prettier-ignore-start -->\n\n${browserTable(results)}\n\n<!-- prettier-ignore-end -->\n${END}`;
  const [before, rest] = card.split(BEGIN);
  if (rest === undefined) return `${card.trimEnd()}\n\n## In the browser\n\n${block}\n`;
  const [, after = ''] = rest.split(END);
  return `${before ?? ''}${block}${after}`;
}

/**
 * Writes what was measured of one model beside its recipe and into its card. A model without a card gets none.
 */
export function publish(role: string, results: BrowserResults) {
  const card = cardOf(role);
  if (!existsSync(card)) return false;
  writeFileSync(resultsOf(role), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(card, withBrowserTable(readFileSync(card, 'utf8'), results));
  return true;
}
