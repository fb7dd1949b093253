/**
 * `npm run bench:sound -- [--pack NAME|DIR] [--set DIR] [--hour]`: how fast recordings are listened to, against a bare
 * loop of onnxruntime-web over as many windows in the same page; with --set, how often the birds of a folder of
 * recordings with a labels.json ([{ "scientific_name", "sound" }, ...]) are named rightly; with --hour, whether memory
 * stays flat over an hour of sound.
 */
import { mkdtempSync, readFileSync, rmSync, openSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { readArguments } from './identify-args.mjs';
import { main, ROOT, UserError } from './run.mjs';

/** @typedef {import('../src/headless').HeadlessReport} Report */
/** @typedef {Awaited<ReturnType<typeof openHeadless>>} App */

const RATE = 48_000;
const KINDS = /** @type {const} */ ({ species: ['right', 'wrong'], coarser: ['coarser', 'coarserWrong'] });
const REQUEST = { place: null, day: null, policy: 'blueprint' };

/**
 * A 16-bit WAV file of chirps and hiss by rule, written second by second.
 * @param {string} file
 * @param {number} seconds
 */
function writeChirps(file, seconds) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + seconds * RATE * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(seconds * RATE * 2, 40);
  const out = openSync(file, 'w');
  writeSync(out, header);
  const second = Buffer.alloc(RATE * 2);
  for (let s = 0; s < seconds; s++) {
    const pitch = 2500 + ((s * 37) % 40) * 100;
    for (let i = 0; i < RATE; i++) {
      const chirp = i % 16_000 < 8000 ? Math.sin((2 * Math.PI * pitch * i) / RATE) * 8000 : 0;
      second.writeInt16LE(Math.round(chirp + (((i * 7919 + s * 104_729) % 201) - 100)), i * 2);
    }
    writeSync(out, second);
  }
  closeSync(out);
}

/** @param {Report} report */
function listening(report) {
  const entry = report.ledger.find((one) => one.kind === 'tool' && one.tool === 'classify_sound');
  if (entry?.kind !== 'tool' || entry.outcome.status !== 'ok') {
    throw new UserError('The recording was not listened to.');
  }
  return { ms: entry.ms, payload: entry.outcome.payload };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/**
 * @param {App} app
 * @param {string} file
 */
async function identify(app, file) {
  const { report } = await app.identify([file], REQUEST);
  if (!report) throw new UserError(`${file} cannot be read.`);
  return report;
}

/**
 * @param {App} app
 * @param {string} folder
 */
async function speed(app, folder) {
  const file = join(folder, 'minute.wav');
  writeChirps(file, 60);
  const ratios = [];
  const rates = [];
  for (let round = 0; round < 6; round++) {
    const { ms, payload } = listening(await identify(app, file));
    const calls = Array.from({ length: payload.windowCount }, () => /** @type {const} */ ('sound'));
    const bare = await app.page.evaluate((given) => globalThis.goldcrest.bare(given), calls);
    if (round === 0) continue;
    ratios.push(bare / ms);
    rates.push((payload.windowCount * payload.windowSeconds * 1000) / ms);
  }
  console.log(`seconds of sound a second        ${median(rates).toFixed(1)}`);
  console.log(
    `ours over a bare loop            ${median(ratios).toFixed(3)}  (at least 0.95; ${ratios.length} rounds)`,
  );
}

/** Resident memory of the largest renderer now, in MB; Linux only. @param {App} app */
async function megabytes(app) {
  const browser = /** @type {import('playwright-core').Browser} */ (app.page.context().browser());
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const read = (/** @type {number} */ id) =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? NaN) / 1024;
  return Math.max(...ids.map(read));
}

/**
 * @param {App} app
 * @param {string} folder
 */
async function hour(app, folder) {
  const five = join(folder, 'five-minutes.wav');
  const whole = join(folder, 'hour.wav');
  writeChirps(five, 300);
  writeChirps(whole, 3600);
  await identify(app, five);
  const early = await megabytes(app);
  const report = await identify(app, whole);
  const late = await megabytes(app);
  const { payload, ms } = listening(report);
  console.log(`an hour: ${payload.windowCount} windows in ${(ms / 1000).toFixed(0)} s`);
  console.log(
    `memory at its end / after five minutes  ${(late / early).toFixed(3)}  (at most 1.10; ${late.toFixed(0)} MB)`,
  );
}

/**
 * @param {App} app
 * @param {string} set
 */
async function accuracy(app, set) {
  const all = /** @type {{ scientific_name: string, sound?: string }[]} */ (
    JSON.parse(readFileSync(join(set, 'labels.json'), 'utf8'))
  );
  const rows = all.filter(({ sound }) => sound !== undefined);
  const count = { known: 0, first: 0, right: 0, wrong: 0, coarser: 0, coarserWrong: 0 };
  for (const { scientific_name: truth, sound } of rows) {
    const report = await identify(app, join(set, /** @type {string} */ (sound)));
    const entry = report.ledger.find((one) => one.kind === 'tool' && one.tool === 'classify_sound');
    const payload = entry?.kind === 'tool' && entry.outcome.status === 'ok' ? entry.outcome.payload : null;
    const top = payload?.candidates[0]?.taxon;
    const { grain, scientificName } = report.verdict;
    const judged = await app.page.evaluate(
      ([species, named, first]) => {
        const { taxonomy } = globalThis.goldcrest.app;
        const taxon = taxonomy.find(/** @type {string} */ (species));
        const declared = named ? taxonomy.find(named) : undefined;
        return {
          known: taxon !== undefined && globalThis.goldcrest.app.knowsVoice(taxon.id),
          first: taxon !== undefined && taxon.id === first,
          right: declared && taxon ? taxonomy.contains(declared.id, taxon.id) : null,
        };
      },
      [truth, scientificName, top],
    );
    if (judged.known) count.known += 1;
    if (judged.first) count.first += 1;
    if (judged.right !== null) {
      const [right, wrong] = grain === 'species' ? KINDS.species : KINDS.coarser;
      count[judged.right ? right : wrong] += 1;
    }
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  console.log(`first place right                ${count.first} of ${count.known} whose species the labels hold`);
  console.log(`right species declared           ${count.right} of ${rows.length}`);
  console.log(`wrong species declared           ${count.wrong} of ${rows.length}  (at most 3 %)`);
  console.log(`genus or family right, wrong     ${count.coarser}, ${count.coarserWrong}`);
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      pack: { type: 'string', default: 'starter' },
      set: { type: 'string' },
      hour: { type: 'boolean', default: false },
      'no-speed': { type: 'boolean', default: false },
    },
  });
  const where = { packs: join(ROOT, 'public/packs'), today: '9999-12-31' };
  const { pack } = readArguments(['--pack', values.pack, 'sound'], where);
  await ensureBuilt();
  const app = await openHeadless(pack);
  const folder = mkdtempSync(join(tmpdir(), 'goldcrest-sound-'));
  try {
    if (!values['no-speed']) await speed(app, folder);
    if (values.hour) await hour(app, folder);
    if (values.set !== undefined) await accuracy(app, resolve(process.env.INIT_CWD ?? '', values.set));
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
  return 0;
});
