/**
 * `npm run bench:full -- [DIR] [--rounds N] [--dry]`: time of one call of each model of a full pack, and what the page
 * holds before and after, in a browser. Without DIR it takes the tiny networks of random weights that the tests use: their
 * figures say that the adapters run, and nothing about the published models. Writes models/full/browser.json for those.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { fromHere, main, ROOT } from './run.ts';
import { median } from './statistics.ts';
import type { Manifest } from '../src/packs/manifest';
import type { Page } from 'playwright-core';

const RANDOM = join(ROOT, 'e2e/fixtures/full-random');

/** Resident memory of all renderers in MB; Linux only. */
async function pageMegabytes(page: Page) {
  const browser = page.context().browser()!;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const held = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentKilobytes(id));
  return Math.max(...held) / 1024;
}

/** @param id of a process */
function residentKilobytes(id: number) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

/**
 * One model by itself, in a browser that has held nothing before.
 * @param folder of a pack with this model only
 */
async function measureAlone(folder: string, manifest: Manifest, rounds: number) {
  const app = await openEvaluation({ name: manifest.name, folder });
  try {
    const before = await pageMegabytes(app.page);
    const times = await app.page.evaluate(([name, given]) => globalThis.workbench.race([name], given), [
      manifest.name,
      rounds,
    ] as const);
    const after = await pageMegabytes(app.page);
    const milliseconds = median(times.map((one) => one.milliseconds[manifest.name] ?? NaN));
    return { milliseconds, megabytes: { before, after } };
  } finally {
    await app.close();
  }
}

async function measure(folder: string, rounds: number) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const models = [];
  for (const model of manifest.models) {
    const alone = mkdtempSync(join(tmpdir(), 'goldcrest-full-'));
    cpSync(folder, alone, { recursive: true });
    writeFileSync(join(alone, 'manifest.json'), JSON.stringify({ ...manifest, models: [model] }));
    const bytes = manifest.files.find(({ path }) => path === model.file)?.bytes;
    models.push({ role: model.role, family: model.family, bytes, ...(await measureAlone(alone, manifest, rounds)) });
    rmSync(alone, { recursive: true });
  }
  return { pack: manifest.name, rounds, cores: cpus().length, models };
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '15' }, dry: { type: 'boolean', default: false } },
  });
  await ensureEvaluationBuilt();
  const folder = positionals[0] === undefined ? RANDOM : fromHere(positionals[0]);
  const found = await measure(folder, Number(values.rounds));
  const rounded = JSON.stringify(
    found,
    (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value),
    2,
  );
  console.log(rounded);
  if (folder === RANDOM && !values.dry) writeFileSync(join(ROOT, 'models/full/browser.json'), `${rounded}\n`);
  return 0;
});
