/** The evaluation is TypeScript, which Node 20 does not read: vite compiles it, as it does the app. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { runnerImport } from 'vite';
import { ROOT, UserError } from './run.ts';
import type { Taxonomy } from '../src/domain/taxonomy';
import type * as Evaluation from '../evaluation/index';

export type Bench = typeof Evaluation;

export async function loadBench(): Promise<{
  bench: Bench;
  taxonomy: Taxonomy;
  names: (id: string) => string | undefined;
}> {
  const { module: bench } = (await runnerImport(join(ROOT, 'evaluation/index.ts'), {
    configFile: false,
    // The words of the screens, which reports quote, are kept in runes.
    plugins: [svelte({ configFile: false })],
    root: ROOT,
    logLevel: 'error',
  })) as { module: Bench };
  const table = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, `public/taxonomy/${name}.json`), 'utf8')) as unknown;
  const taxonomy = bench.Taxonomy.fromTables(table('taxonomy'), table('synonyms'));
  const english = bench.CommonNames.fromTable(table('names/en'), taxonomy);
  return { bench, taxonomy, names: (id) => english.of(id) };
}

export function readSetFolder(bench: Bench, taxonomy: Taxonomy, folder: string) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`There is no folder ${folder}.`);
  }
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));
  const files = names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const set = bench.readSet(files, taxonomy);
  if (!set.ok) throw new UserError(bench.describeSetProblem(set.problem));
  for (const note of set.value.notes) process.stderr.write(`${bench.describeSetProblem(note)}\n`);
  return { files, items: set.value.items };
}
