/**
 * The size budget: what a first visit has to download before the app runs. Prints a table and fails beyond the limit.
 * Alone: `node scripts/launch.mjs budget`, for the app in dist/.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isMain, main, ROOT, UserError } from './run.ts';

/** Bytes of gzipped JavaScript: the entry and everything it imports statically, without workers and wasm. */
export const FIRST_LOAD_LIMIT = 120_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
export type BuildManifest = Record<string, Chunk>;
interface Row {
  file: string;
  bytes: number;
  gzipped: number;
}

/**
 * The scripts a page load brings in, dynamic imports left out.
 * @param manifest Vite's .vite/manifest.json
 */
export function firstLoadScripts(manifest: BuildManifest): string[] {
  const seen = new Set();
  const files: string[] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.push(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit('index.html');
  return files;
}

function measure(dist: string, file: string): Row {
  const content = readFileSync(join(dist, file));
  return { file, bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);

const line = ({ file, bytes, gzipped }: Row) => `  ${file.padEnd(48)} ${kilobytes(bytes)} ${kilobytes(gzipped)}`;

export function measureFirstLoad(dist: string) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as BuildManifest;
  const rows = firstLoadScripts(manifest).map((file) => measure(dist, file));
  if (rows.length === 0) throw new UserError('The build has no entry for index.html, so nothing can be measured.');
  return { rows, gzipped: rows.reduce((sum, row) => sum + row.gzipped, 0) };
}

/** @throws {UserError} beyond the limit */
export function checkBudget(dist: string, quiet = false) {
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
