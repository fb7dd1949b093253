/**
 * The size budget: what a first visit has to download before the app runs. Prints a table and fails beyond the limit.
 * Alone: `node scripts/budget.mjs`, for the app in dist/.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isMain, main, ROOT, UserError } from './run.mjs';

/** Bytes of gzipped JavaScript: the entry and everything it imports statically, without workers and wasm. */
export const FIRST_LOAD_LIMIT = 120_000;

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[], css?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} BuildManifest */
/** @typedef {{ file: string, bytes: number, gzipped: number }} Row */

/**
 * The scripts a page load brings in, dynamic imports left out.
 * @param {BuildManifest} manifest Vite's .vite/manifest.json
 * @returns {string[]}
 */
export function firstLoadScripts(manifest) {
  const seen = new Set();
  /** @type {string[]} */
  const files = [];
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.push(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit('index.html');
  return files;
}

/**
 * @param {string} dist
 * @param {string} file
 * @returns {Row}
 */
function measure(dist, file) {
  const content = readFileSync(join(dist, file));
  return { file, bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length };
}

/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(8);

/** @param {Row} row */
const line = ({ file, bytes, gzipped }) => `  ${file.padEnd(48)} ${kilobytes(bytes)} ${kilobytes(gzipped)}`;

/** @param {string} dist */
export function measureFirstLoad(dist) {
  const manifest = /** @type {BuildManifest} */ (JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const rows = firstLoadScripts(manifest).map((file) => measure(dist, file));
  if (rows.length === 0) throw new UserError('The build has no entry for index.html, so nothing can be measured.');
  return { rows, gzipped: rows.reduce((sum, row) => sum + row.gzipped, 0) };
}

/**
 * @param {string} dist
 * @param {boolean} [quiet]
 * @throws {UserError} beyond the limit
 */
export function checkBudget(dist, quiet = false) {
  const { rows, gzipped } = measureFirstLoad(dist);
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  const sum = { file: `sum (at most ${FIRST_LOAD_LIMIT / 1000} kB gzipped)`, bytes, gzipped };
  const table = [`\nFirst-load JavaScript${' '.repeat(29)} kB  gzipped`, ...rows.map(line), line(sum)];
  if (!quiet) console.log(table.join('\n'));
  if (gzipped <= FIRST_LOAD_LIMIT) return;
  throw new UserError(
    `First-load JavaScript is ${gzipped} bytes gzipped, ${gzipped - FIRST_LOAD_LIMIT} over the budget. ` +
      'Load what the first screen does not need with import().',
  );
}

if (isMain(import.meta.url)) {
  await main(() => {
    checkBudget(join(ROOT, 'dist'));
    return Promise.resolve(0);
  });
}
