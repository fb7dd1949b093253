/** The evaluation's own code is TypeScript, which Node 20 does not read: vite, which builds the app, turns it into what it does. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { ROOT, UserError } from './run.mjs';

/** @typedef {typeof import('../evaluation/index')} Bench */
/** @typedef {import('../src/domain/taxonomy').Taxonomy} Taxonomy */

/** @returns {Promise<{ bench: Bench, taxonomy: Taxonomy, names: (id: string) => string | undefined }>} */
export async function loadBench() {
  const { module: bench } = /** @type {{ module: Bench }} */ (
    await runnerImport(join(ROOT, 'evaluation/index.ts'), { configFile: false, root: ROOT, logLevel: 'error' })
  );
  const table = (/** @type {string} */ name) =>
    /** @type {unknown} */ (JSON.parse(readFileSync(join(ROOT, `public/taxonomy/${name}.json`), 'utf8')));
  const taxonomy = bench.Taxonomy.fromTables(table('taxonomy'), table('synonyms'));
  const english = bench.CommonNames.fromTable(table('names/en'), taxonomy);
  return { bench, taxonomy, names: (id) => english.of(id) };
}

/**
 * @param {Bench} bench
 * @param {Taxonomy} taxonomy
 * @param {string} folder
 */
export function readSetFolder(bench, taxonomy, folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`There is no folder ${folder}.`);
  }
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));
  const files = names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const set = bench.readSet(files, taxonomy);
  if (!set.ok) throw new UserError(bench.describeSetProblem(set.problem));
  for (const note of set.notes) process.stderr.write(`${bench.describeSetProblem(note)}\n`);
  return { files, items: set.items };
}
