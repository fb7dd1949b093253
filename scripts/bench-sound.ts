/**
 * `npm run bench:sound -- [--pack NAME|DIR] [--speed] [--hour] [--record]`
 *
 * --speed   how fast recordings are listened to: against a bare loop of onnxruntime-web over as many windows in the same
 *           page, and against native onnxruntime on this machine (where there is Python)
 * --hour    whether memory stays flat over an hour of sound
 * --record  keeps what was measured in docs/results/sound.json and writes docs/results/sound.md from it
 *
 * Without --speed and --hour: --speed. How often birds are named rightly, `npm run bench` tells.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { readPack } from './identify-args.ts';
import { writeChirps } from './made-up-sound.ts';
import { nativeRuns } from './native-runs.ts';
import { main, ROOT, UserError } from './run.ts';
import { recordSound, type Hour, type Measured, type Speed } from './sound-results.ts';
import { median } from './statistics.ts';
import type { HeadlessReport as Report } from '../src/headless/headless';

type App = Awaited<ReturnType<typeof openEvaluation>>;

const REQUEST = { place: null, day: null, policy: 'blueprint' };
const ROUNDS = 9;

function listening(report: Report) {
  const entry = report.ledger.find((one) => one.kind === 'tool' && one.tool === 'classify_sound');
  if (entry?.kind !== 'tool' || entry.outcome.status !== 'ok') {
    throw new UserError('The recording was not listened to.');
  }
  return { ms: entry.ms, payload: entry.outcome.payload };
}

async function identify(app: App, file: string) {
  const { report } = await app.identify([file], REQUEST);
  if (!report) throw new UserError(`${file} cannot be read.`);
  return report;
}

/**
 * In turns, so that a busy machine slows all alike.
 * @param pack its folder
 */
async function speed(app: App, folder: string, pack: string): Promise<Speed> {
  const file = join(folder, 'minute.wav');
  writeChirps(file, 60);
  const threads = Math.min(4, availableParallelism());
  const natives = [await nativeRuns(pack, 'sound', 1), await nativeRuns(pack, 'sound', threads)];
  for (const native of natives) if (typeof native === 'string') console.log(`no native onnxruntime: ${native}`);
  const rounds: { ms: number; bare: number; native: number[]; seconds: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const { ms, payload } = listening(await identify(app, file));
    const calls = Array.from({ length: payload.windowCount }, () => 'sound' as const);
    const bare = await app.page.evaluate((given) => globalThis.workbench.bare(given), calls);
    const native = [];
    for (const one of natives) native.push(typeof one === 'string' ? NaN : await one.milliseconds(calls.length));
    // The first one warms up.
    if (round >= 0) rounds.push({ ms, bare, native, seconds: payload.windowCount * payload.windowSeconds });
  }
  for (const one of natives) if (typeof one !== 'string') one.close();
  const over = (which: number) => median(rounds.map(({ ms, native }) => Number(native[which]) / ms));
  return {
    rounds: rounds.length,
    threads: await app.page.evaluate(() => (globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1)),
    secondsASecond: median(rounds.map(({ ms, seconds }) => (seconds * 1000) / ms)),
    overBare: median(rounds.map(({ ms, bare }) => bare / ms)),
    native: Number.isNaN(over(0)) ? null : { threads, overOne: over(0), overThreads: over(1) },
  };
}

/** Resident memory of the largest renderer now, in MB; Linux only. */
async function megabytes(app: App) {
  const browser = app.page.context().browser()!;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const read = (id: number) =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? NaN) / 1024;
  return Math.max(...ids.map(read));
}

async function hour(app: App, folder: string): Promise<Hour> {
  const [five, whole] = [join(folder, 'five-minutes.wav'), join(folder, 'hour.wav')];
  writeChirps(five, 300);
  writeChirps(whole, 3600);
  await identify(app, five);
  const early = await megabytes(app);
  const { payload, ms } = listening(await identify(app, whole));
  const late = await megabytes(app);
  return { windows: payload.windowCount, seconds: ms / 1000, early, late };
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      pack: { type: 'string', default: 'sound' },
      speed: { type: 'boolean', default: false },
      hour: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  const pack = readPack(values.pack);
  // The app's own pack by its folder, so that no better one beside it answers instead.
  const folder = pack.folder ?? join(ROOT, 'public/packs', pack.name);
  const measured: Measured = {};
  await ensureEvaluationBuilt();
  const app = await openEvaluation({ name: pack.name, folder });
  const made = mkdtempSync(join(tmpdir(), 'goldcrest-sound-'));
  try {
    if (values.speed || !values.hour) measured.speed = await speed(app, made, folder);
    if (values.hour) measured.hour = await hour(app, made);
  } finally {
    await app.close();
    rmSync(made, { recursive: true });
  }
  recordSound(pack.name, measured, values.record);
  return 0;
});
