/**
 * `npm run bench:photo -- [--pack NAME|DIR] [--rounds N] PHOTO...`: what the app adds to its models. Time from photo to
 * verdict over the sum of the bare onnxruntime-web runs of the same models in the same page, round by round, so that a
 * busy machine slows both alike.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { readArguments } from './identify-args.mjs';
import { main, ROOT, UserError } from './run.mjs';

/** @typedef {import('../src/headless').HeadlessReport} Report */

const ROLE_OF = /** @type {const} */ ({ detect_bird: 'detector', classify_image: 'image' });

/**
 * The model runs that a ledger cost. A tile that is read back costs none.
 * @param {Report} report
 */
function modelCalls(report) {
  return report.ledger.flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    const tool = /** @type {keyof typeof ROLE_OF} */ (entry.tool);
    return tool in ROLE_OF ? [ROLE_OF[tool]] : [];
  });
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * Resident memory of the browser's renderers in MB; Linux only.
 * @param {import('playwright-core').Browser} browser
 */
async function rendererMegabytes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return Math.max(...ids.map((id) => peakOf(id)));
}

/**
 * The longest task on the screen's main thread during a whole run, in milliseconds; 0 where none reached 50.
 * @param {import('playwright-core').Page} headless
 * @param {string} pack
 * @param {string} photo
 */
async function longestTask(headless, pack, photo) {
  const page = await headless.context().newPage();
  /** @type {number[]} */
  const tasks = [];
  await page.exposeFunction('noteLongTask', (/** @type {number} */ ms) => tasks.push(ms));
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noteLongTask(duration);
  }).observe({ type: 'longtask' });`);
  await page.goto(new URL(`/?pack=${pack}`, headless.url()).href);
  let longest = 0;
  for (let round = 0; round < 3; round++) {
    await page.getByTestId('choose-photo').waitFor({ state: 'attached' });
    await page.waitForTimeout(1000);
    tasks.length = 0;
    await page.getByTestId('choose-photo').setInputFiles(photo);
    await page.getByTestId('announcer').filter({ hasText: 'Verdict' }).waitFor({ state: 'attached', timeout: 120_000 });
    longest = Math.max(longest, ...tasks);
    await page.goto(new URL(`/?pack=${pack}`, headless.url()).href);
  }
  await page.close();
  return longest;
}

/** @param {number} id */
function peakOf(id) {
  const status = readFileSync(`/proc/${id}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pack: { type: 'string', default: 'starter' }, rounds: { type: 'string', default: '15' } },
  });
  if (positionals.length === 0) throw new UserError('Name at least one photo.');
  const photos = positionals.map((file) => resolve(process.env.INIT_CWD ?? '', file));
  const where = { packs: join(ROOT, 'public/packs'), today: '9999-12-31' };
  const { pack } = readArguments(['--pack', values.pack, 'photo'], where);
  await ensureBuilt();
  const app = await openHeadless(pack);
  const request = { place: { latitude: 47.4, longitude: 8.5 }, day: '2025-05-01', policy: 'blueprint' };
  try {
    const idle = await rendererMegabytes(/** @type {any} */ (app.page.context().browser()));
    await app.identify([/** @type {string} */ (photos[0])], request);
    const peak = await rendererMegabytes(/** @type {any} */ (app.page.context().browser()));
    const ratios = [];
    const added = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const photo = /** @type {string} */ (photos[round % photos.length]);
      const { report } = await app.identify([photo], request);
      if (!report) throw new UserError(`${photo} cannot be read.`);
      const bare = await app.page.evaluate((calls) => globalThis.goldcrest.bare(calls), modelCalls(report));
      if (round === 0) continue;
      ratios.push(report.ms / bare);
      added.push(report.ms - bare);
    }
    await app.page.setInputFiles('#files', [/** @type {string} */ (photos[0])]);
    const cancels = [];
    for (const after of [1, 20, 60]) {
      cancels.push(await app.page.evaluate((ms) => globalThis.goldcrest.cancelAfter(0, ms), after));
    }
    const longest = await longestTask(app.page, pack.name, /** @type {string} */ (photos[0]));
    console.log(`photo to verdict / bare runs   ${median(ratios).toFixed(3)}  (at most 1.10; ${ratios.length} rounds)`);
    console.log(`  the app's own time           ${median(added).toFixed(1)} ms`);
    console.log(`cancelling answers in          ${Math.max(...cancels).toFixed(1)} ms  (at most 200)`);
    console.log(`longest task on the screen     ${longest === 0 ? 'under 50' : longest.toFixed(0)} ms  (at most 50)`);
    console.log(`renderer, page open            ${idle.toFixed(0)} MB`);
    console.log(`renderer, peak with the photo  ${peak.toFixed(0)} MB  (${(peak - idle).toFixed(0)} MB more)`);
  } finally {
    await app.close();
  }
  return 0;
});
