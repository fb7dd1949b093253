/** `npm run bench:policy -- --table`: writes what was measured (models/policy/results) into docs/policies.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

const RESULTS = join(ROOT, 'models/policy/results');
export const DOCS = join(ROOT, 'docs/policies.md');
const BEGIN = '<!-- figures: written by npm run bench:policy -- --table -->';
const END = '<!-- end of figures -->';

type Row = { policy: string; hints: string; media: string } & Record<string, number>;

function read(name: string): unknown {
  const file = join(RESULTS, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function line(row: Row) {
  const n = (name: string, digits: number) => Number(row[name]).toFixed(digits);
  const against = (name: string, digits: number) =>
    `${Number(row[name]) < 0 ? '' : '+'}${n(name, digits)} (${n(`${name}_low`, digits)} to ${n(`${name}_high`, digits)})`;
  const cells = [
    ...[row.media, row.policy, row.hints, n('runs', 0), n('reward', 3)],
    against('gain', 4),
    ...[n('grain', 3), n('execution', 2), n('discipline', 3), n('cost', 3), n('solved', 3), n('overclaimed', 4)],
    ...[n('calls', 2), against('calls_more', 2), n('tokens', 0), n('most_tokens', 0)],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Everything between the marks. */
export function policyTables() {
  const { dialect, rows } = read('bench') as { dialect: string; rows: Row[] };
  const heads =
    'media | policy | hints | runs | reward | against the blueprint (95 %) | grain | execution | discipline | cost | solved | overclaimed | calls | calls against the blueprint (95 %) | tokens | most tokens';
  const shown = rows.toSorted((a, b) => (a.media < b.media ? -1 : a.media > b.media ? 1 : 0));
  const other = [];
  for (const engine of ['wasm', 'webllm', 'webllm-f16']) {
    const agreed = read(`agreement-${engine}`) as {
      replies: number;
      prompts: number;
      tokens: number;
      of: number;
    } | null;
    if (agreed)
      other.push(
        `- ${engine} against torch, greedy: ${agreed.replies} of ${agreed.prompts} replies, ${agreed.tokens} of ${agreed.of} tokens.`,
      );
    const drawn = read(`constrained-${engine}`) as { valid: number; turns: number } | null;
    if (drawn) other.push(`- ${engine}, turns drawn at temperature 1: ${drawn.valid} of ${drawn.turns} valid.`);
  }
  const speed = read('speed') as { app: number; bare: number; ratio: number } | null;
  if (speed)
    other.push(
      `- Tokens a second through the app and of bare web-llm: ${speed.app.toFixed(1)} and ${speed.bare.toFixed(1)}, ratio ${speed.ratio.toFixed(3)}.`,
    );
  const table = [`| ${heads} |`, `|${' --- |'.repeat(heads.split('|').length)}`, ...shown.map(line)];
  return [`In ${dialect}:`, '', ...table, '', ...other].join('\n');
}

/** @param text of the page */
export function withTables(text: string) {
  const [before = '', rest = ''] = text.split(BEGIN);
  const marks = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'];
  return `${before}${BEGIN}\n${marks[0]}\n\n${policyTables()}\n\n${marks[1]}\n${END}${rest.split(END)[1] ?? ''}`;
}

export function writeTables() {
  writeFileSync(DOCS, withTables(readFileSync(DOCS, 'utf8')));
  return 0;
}
