/**
 * `npm run bench:photo -- [--pack NAME|DIR] [--rounds N] PHOTO...`: what the app adds to its models. Time from photo to
 * verdict over the sum of the bare onnxruntime-web runs of the same models on the same photo in the same page, round by
 * round, so that a busy machine slows both alike. A bare run is one on the model's whole input, padding included. The app
 * leaves padding off where a model can do without (decision 29), so the same is printed over bare runs that leave it off too.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureEvaluationBuilt } from './build.ts';
import { readPack } from './identify-args.ts';
import { fromHere, main, UserError } from './run.ts';
import { bootstrap } from '../evaluation/bootstrap.ts';
import { median } from './statistics.ts';
import { openUndriven, type UndrivenBrowser } from './undriven-browser.ts';
import type { HeadlessReport as Report, HeadlessRequest } from '../src/headless/headless';

type Tab = UndrivenBrowser['tab'];
type Request = Omit<HeadlessRequest, 'files'>;

/** A pause before each timing: the runtime's threads keep looking for work for some milliseconds, and would slow the next run. */
const SETTLE_MS = 100;

const ROLE_OF = { detect_bird: 'detector', classify_image: 'image' } as const;

/**
 * The model runs that a ledger cost. A tile that is read back costs none, nor does a second look at the very pixels of the
 * first, which is told by the same answer to the last digit.
 */
function modelCalls(report: Report) {
  const seen = new Set();
  return report.ledger.flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    const tool = entry.tool as keyof typeof ROLE_OF;
    const answer = `${tool} ${JSON.stringify(entry.outcome)}`;
    if (!(tool in ROLE_OF) || seen.has(answer)) return [];
    seen.add(answer);
    return [ROLE_OF[tool]];
  });
}

/**
 * What the page's own process holds, in MB: anonymous and shared memory, without the browser's program files, which are
 * mapped into every process. Linux only; NaN elsewhere.
 * @param id of a process
 */
function pageMegabytes(id: number) {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
    return (of('RssAnon') + of('RssShmem')) / 1024;
  } catch {
    return NaN;
  }
}

/**
 * The peak of the page's memory while something is done. Looked at every few milliseconds: the system keeps a peak only
 * of everything together.
 */
async function peakDuring(app: UndrivenBrowser, work: () => Promise<unknown>) {
  const pages = await app.pages();
  let peak = NaN;
  const look = () => {
    for (const now of pages.map(pageMegabytes)) if (!(now <= peak) && !Number.isNaN(now)) peak = now;
  };
  const timer = setInterval(look, 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return peak;
}

async function identify(tab: Tab, photo: string, request: Request) {
  await tab.setFiles('#files', [photo]);
  await wait(SETTLE_MS);
  const { report } = await tab.evaluate((asked) => globalThis.goldcrest.identify({ ...asked, files: [0] }), request);
  if (!report) throw new UserError(`${photo} cannot be read.`);
  return report;
}

/** What the bare models take for these calls: on their whole inputs, and on what the app shows them. In turns. */
async function bareRuns(tab: Tab, calls: ReturnType<typeof modelCalls>, wholeFirst: boolean) {
  const times = { whole: NaN, shown: NaN };
  const ways = ['whole', 'shown'] as const;
  for (const way of wholeFirst ? ways : ways.toReversed()) {
    await wait(SETTLE_MS);
    times[way] = await tab.evaluate((roles, given) => globalThis.workbench.bare(roles, given), calls, way);
  }
  return times;
}

/**
 * A photo of 12 megapixels: one that was given, enlarged and with the grain of a sensor, so that it compresses like one.
 */
async function twelveMegapixels(tab: Tab, photo: string) {
  await tab.setFiles('#files', [photo]);
  const bytes = await tab.evaluate(async () => {
    const [file] = document.querySelector<HTMLInputElement>('#files')!.files ?? [];
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d')!;
    context.drawImage(await createImageBitmap(file!), 0, 0, 4000, 3000);
    for (let y = 0; y < 3000; y += 500) {
      const strip = context.getImageData(0, y, 4000, 500);
      for (let at = 0; at < strip.data.length; at++)
        strip.data[at] = Number(strip.data[at]) + 12 * (Math.random() - 0.5);
      context.putImageData(strip, 0, y);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
  });
  const path = join(mkdtempSync(join(tmpdir(), 'goldcrest-bench-')), 'photo-12-megapixels.jpg');
  writeFileSync(path, Buffer.from(bytes, 'latin1'));
  return path;
}

/**
 * Memory in a browser of its own, which has held nothing before: of the first run, in which the runtime is compiled and
 * the models are started, and of the next.
 */
async function memoryFor(pack: { name: string; folder: string | null }, photo: string, request: Request) {
  const app = await openUndriven(pack);
  try {
    const run = () => identify(app.tab, photo, request);
    const first = await peakDuring(app, run);
    await wait(2000);
    return { first, next: await peakDuring(app, run) };
  } finally {
    await app.close();
  }
}

/** The longest task on the screen's main thread during a whole run, in milliseconds; 0 where none reached 50. */
async function longestTask(app: UndrivenBrowser, photo: string) {
  let longest = 0;
  for (let round = 0; round < 3; round++) {
    const tab = await app.open('/');
    await tab.until(() => document.querySelector('[data-testid=choose-photo]'));
    await wait(1000);
    await tab.evaluate(() => {
      const note = (list: PerformanceObserverEntryList) => {
        for (const { duration } of list.getEntries()) performance.mark('long', { detail: duration });
      };
      new PerformanceObserver(note).observe({ type: 'longtask' });
    });
    await tab.setFiles('[data-testid=choose-photo]', [photo]);
    await tab.until(() => document.querySelector('[data-testid=announcer]')?.textContent.includes('Verdict'));
    const tasks = await tab.evaluate(() =>
      performance.getEntriesByName('long').map((mark) => Number((mark as PerformanceMark).detail)),
    );
    longest = Math.max(longest, ...tasks);
    await tab.close();
  }
  return longest;
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pack: { type: 'string', default: 'starter' }, rounds: { type: 'string', default: '15' } },
  });
  if (positionals.length === 0) throw new UserError('Name at least one photo.');
  const photos = positionals.map((file) => fromHere(file));
  const pack = readPack(values.pack);
  await ensureEvaluationBuilt();
  const app = await openUndriven(pack);
  const { tab } = app;
  const request = { place: { latitude: 47.4, longitude: 8.5 }, day: '2025-05-01', policy: 'blueprint' };
  const [one = ''] = photos;
  try {
    const large = await twelveMegapixels(tab, one);
    await identify(tab, one, request);
    const ratios = [];
    const overShown = [];
    const openings = [];
    const added = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const report = await identify(tab, photos[round % photos.length] ?? one, request);
      const opening = await tab.evaluate(() => globalThis.workbench.showBare(0));
      const { whole, shown } = await bareRuns(tab, modelCalls(report), round % 2 === 0);
      if (round === 0) continue;
      ratios.push(report.ms / whole);
      overShown.push(report.ms / shown);
      openings.push(opening / whole);
      added.push(report.ms - whole);
    }
    const longest = await longestTask(app, one);
    const interval = bootstrap(ratios, median);
    const [low, high] = [interval.low, interval.high].map((ratio) => ratio.toFixed(3));
    console.log(`photo to verdict / bare runs   ${median(ratios).toFixed(3)}  (at most 1.10)`);
    console.log(`  95 % interval                ${low} to ${high}  (${ratios.length} rounds, ${photos.length} photos)`);
    console.log(`  more than the bare runs by   ${median(added).toFixed(1)} ms`);
    console.log(`  over runs without padding    ${median(overShown).toFixed(3)}`);
    console.log(`  reading and decoding alone   ${median(openings).toFixed(3)}`);
    console.log(`longest task on the screen     ${longest === 0 ? 'under 50' : longest.toFixed(0)} ms  (at most 50)`);
    const memory = await memoryFor(pack, large, request);
    rmSync(dirname(large), { recursive: true });
    console.log(`12 megapixels: the page peaks at ${memory.next.toFixed(0)} MB  (at most 300)`);
    console.log(`  while the models start       ${memory.first.toFixed(0)} MB`);
  } finally {
    await app.close();
  }
  return 0;
});
