/**
 * Builds the app into dist/. The build happens in a folder beside it and is moved into place only when it succeeded and
 * kept the size budget, so a failed build never leaves half an app behind. `--if-needed` builds only what is out of date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { checkBudget } from './budget.ts';
import { compressBuild } from './compress.ts';
import { writeHostFiles } from './host-files.ts';
import { CACHE, isMain, main, ROOT, runTool, UserError } from './run.ts';

export const DIST = join(ROOT, 'dist');
/** The app without a screen and what measures it. */
export const EVALUATION = join(CACHE, 'evaluation');

/** Hidden, so that neither the server nor the service worker's list of files sees it. */
const STAMP = '.inputs';

const INPUT_FOLDERS = ['src', 'workers', 'public'];
const INPUT_FILES = [
  'headless.html',
  'index.html',
  'package-lock.json',
  'package.json',
  'scripts/budget.ts',
  'scripts/compress.ts',
  'scripts/first-screen.ts',
  'scripts/host-files.ts',
  'scripts/server-headers.ts',
  'svelte.config.js',
  'tsconfig.app.json',
  'tsconfig.base.json',
  'tsconfig.worker.json',
  'vite.config.ts',
];
/** A Vite server in this process sets NODE_ENV to development, and a build would inherit that. */
const PRODUCTION = { NODE_ENV: 'production' };
const NOT_BUILT = /\.(test|spec)\.ts$/;

function filesBelow(folder: string) {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A hash over the name and content of everything the build reads. */
function hashInputs(folders = INPUT_FOLDERS) {
  const files = [...folders.flatMap(filesBelow), ...INPUT_FILES.map((file) => join(ROOT, file))];
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !NOT_BUILT.test(name)).sort()) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function isFresh(inputs: string, folder = DIST) {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
}

async function build(inputs: string, quiet = false) {
  mkdirSync(CACHE, { recursive: true });
  const next = join(CACHE, `dist-${process.pid}`);
  const last = join(CACHE, `dist-before-${process.pid}`);
  try {
    const args = ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runTool('vite/bin/vite.js', args, { quiet, env: PRODUCTION });
    if (code !== 0) throw new UserError(`${output}The app could not be built (see above).`);
    checkBudget(next, quiet);
    await compressBuild(next);
    writeHostFiles(next);
    writeFileSync(join(next, STAMP), inputs);
    // Two renames leave a server that is running without files for a moment only, where removing takes longer.
    if (existsSync(DIST)) renameSync(DIST, last);
    renameSync(next, DIST);
  } finally {
    rmSync(next, { recursive: true, force: true });
    rmSync(last, { recursive: true, force: true });
  }
}

/**
 * Builds if anything that goes into the build has changed since the last one.
 * @param options quiet: nothing on standard output, for a caller that owns it
 */
export async function ensureBuilt({ quiet = false }: { quiet?: boolean } = {}) {
  const inputs = hashInputs();
  if (!isFresh(inputs)) await build(inputs, quiet);
}

/** Builds the evaluation likewise. */
export async function ensureEvaluationBuilt({ quiet = false }: { quiet?: boolean } = {}) {
  const inputs = hashInputs([...INPUT_FOLDERS, 'evaluation']);
  if (isFresh(inputs, EVALUATION)) return;
  const config = ['--config', 'evaluation/vite.config.ts'];
  const args = ['build', ...config, '--outDir', EVALUATION, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await runTool('vite/bin/vite.js', args, { quiet, env: PRODUCTION });
  if (code !== 0) throw new UserError(`${output}The evaluation could not be built (see above).`);
  await compressBuild(EVALUATION);
  writeFileSync(join(EVALUATION, STAMP), inputs);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { values } = parseArgs({ options: { 'if-needed': { type: 'boolean', default: false } } });
    if (values['if-needed']) await ensureBuilt();
    else await build(hashInputs());
    return 0;
  });
}
