/**
 * `npm run bench:sound -- [--pack NAME|DIR] [--speed] [--hour] [--set DIR] [--record]`
 *
 * --speed   how fast recordings are listened to: against a bare loop of onnxruntime-web over as many windows in the same
 *           page, and against native onnxruntime on this machine (where there is Python)
 * --hour    whether memory stays flat over an hour of sound
 * --set     how often the birds of a folder of recordings are named rightly, without a place and with one drawn from the
 *           range of each; goes on where it stopped
 * --record  keeps what was measured in docs/results/sound.json and writes docs/results/sound.md from it
 *
 * Without any of the first three: --speed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBench, readSetFolder } from './bench-lib.ts';
import { readBenchArguments } from './bench-args.ts';
import { runSet } from './bench-run.ts';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { readPack } from './identify-args.ts';
import { writeChirps } from './made-up-sound.ts';
import { nativeRuns } from './native-runs.ts';
import { fromHere, main, ROOT, UserError } from './run.ts';
import { recordSound, type Accuracy, type Hour, type Measured, type Speed } from './sound-results.ts';
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

/**
 * What a verdict by this pack's sound model asks for at each grain; null where it leaves that to the app.
 * @param folder of the pack
 */
function barsOf(folder: string): Accuracy['bars'] {
  const { models } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    models: { role: string; calibration?: { bars?: Accuracy['bars'] } }[];
  };
  return models.find(({ role }) => role === 'sound')?.calibration?.bars ?? null;
}

/**
 * @param pack its folder
 * @returns null where not all has run yet
 */
async function accuracy(set: string, pack: string): Promise<Accuracy | null> {
  const { bench, taxonomy } = await loadBench();
  const items = readSetFolder(bench, taxonomy, set);
  const judgedAt = async (place: 'none' | 'own') => {
    const out = join(ROOT, 'bench', `sound-${basename(set)}-${basename(pack)}-${place}`);
    const wanted = readBenchArguments(
      ['--set', set, '--pack', pack, '--modality', 'sound', '--place', place, '--out', out].concat(['--jobs', '1']),
    );
    if (!('out' in wanted)) throw new UserError('A set and a pack are needed.');
    const run = await runSet(bench, items, wanted);
    const records = new Map(run.records.map((record) => [record.id, record]));
    return run.items.flatMap((item) => {
      const record = records.get(item.id);
      return record ? [bench.judge(item, record, { taxonomy, labels: run.labels })] : [];
    });
  };
  const [none, own] = [await judgedAt('none'), await judgedAt('own')];
  if (none.length !== own.length) return null;
  const known = (all: typeof none) => all.filter(({ kind }) => kind === 'known');
  const declared = (all: typeof none) => ({
    right: all.filter(({ grain, overclaim }) => grain === 'species' && !overclaim).length,
    wrong: all.filter(({ overclaim }) => overclaim).length,
    coarser: all.filter(({ grain, solved }) => (grain === 'genus' || grain === 'family') && solved).length,
    coarserWrong: all.filter(({ grain, solved }) => (grain === 'genus' || grain === 'family') && !solved).length,
  });
  return {
    set: basename(set),
    bars: barsOf(pack),
    recordings: none.length,
    known: known(none).length,
    firstAlone: known(none).filter(({ first }) => first.right).length,
    firstWithPlace: known(own).filter(({ best }) => best.right).length,
    // The same answer of the rules, to tell the place's part from theirs.
    firstOfRules: known(none).filter(({ best }) => best.right).length,
    without: declared(none),
    with: declared(own),
  };
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      pack: { type: 'string', default: 'starter' },
      set: { type: 'string' },
      speed: { type: 'boolean', default: false },
      hour: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  const pack = readPack(values.pack);
  // The app's own pack by its folder, lest a better one beside it speaks in its place.
  const folder = pack.folder ?? join(ROOT, 'public/packs', pack.name);
  const timed = values.speed || (!values.hour && values.set === undefined);
  const measured: Measured = {};
  if (timed || values.hour) {
    await ensureEvaluationBuilt();
    const app = await openEvaluation({ name: pack.name, folder });
    const made = mkdtempSync(join(tmpdir(), 'goldcrest-sound-'));
    try {
      if (timed) measured.speed = await speed(app, made, folder);
      if (values.hour) measured.hour = await hour(app, made);
    } finally {
      await app.close();
      rmSync(made, { recursive: true });
    }
  }
  if (values.set !== undefined) {
    const found = await accuracy(fromHere(values.set), folder);
    if (!found) console.log('Not all recordings have run; the same command goes on.');
    else measured.accuracy = found;
  }
  recordSound(pack.name, measured, values.record);
  return 0;
});
