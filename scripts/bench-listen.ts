/**
 * `npm run bench:listen -- [--pack NAME|DIR] [--seconds N] [--sound FILE.wav]`: how smoothly the live spectrogram rolls
 * while the classifier works. The microphone is Chromium's own fake one, fed from a WAV file. Counts the frames in which
 * the picture was really drawn, second by second; fails below 50 a second in the median.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { ensureBuilt } from './build.ts';
import { readPack } from './identify-args.ts';
import { servePack } from './headless.ts';
import { ensureBrowser } from './install-browser.ts';
import { fromHere, main, UserError } from './run.ts';

const LEAST = 50;
const RATE = 48_000;

/** Six seconds of a warble, for machines without a recording. */
function madeUpSong() {
  const samples = Int16Array.from({ length: 6 * RATE }, (_, i) => {
    const t = (i / RATE) % 2;
    return t < 0.9 ? 9000 * Math.sin(2 * Math.PI * 4000 * t + 180 * Math.sin(2 * Math.PI * 8 * t)) : 0;
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt32LE(0x10001, 20);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt32LE(0x100002, 32);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

/** Notes when the live canvas is drawn, and when the sound worker is asked for something. */
const WATCH = `(() => {
  const seen = { frames: [], looks: 0 };
  globalThis.seen = seen;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    const now = performance.now();
    if (seen.frames.length === 0 || now - seen.frames.at(-1) > 2) seen.frames.push(now);
    return draw.apply(this, given);
  };
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(url, options) { super(url, options); this.calledSound = options?.name === 'sound'; }
    postMessage(...given) { if (this.calledSound) seen.looks += 1; return super.postMessage(...given); }
  };
})()`;

await main(async () => {
  const { values } = parseArgs({
    options: {
      pack: { type: 'string', default: 'starter' },
      seconds: { type: 'string', default: '20' },
      sound: { type: 'string' },
    },
  });
  const pack = readPack(values.pack);
  const folder = mkdtempSync(join(tmpdir(), 'goldcrest-listen-'));
  const song = values.sound ? fromHere(values.sound) : join(folder, 'song.wav');
  if (!values.sound) writeFileSync(song, madeUpSong());
  if (!existsSync(song)) throw new UserError(`${song} is not there.`);
  await ensureBuilt();
  const { server } = await servePack(pack);
  const args = [
    ...CHROMIUM_FLAGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${song}`,
  ];
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.addInitScript(WATCH);
    await page.goto(`${server.origin}/`);
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByRole('timer').waitFor();
    // The models load meanwhile; what is measured is listening.
    // (Asked again and again from here: the page's policy forbids what Playwright's own waiting needs.)
    const patience = Date.now() + 120_000;
    while (Number(await page.evaluate('globalThis.seen.looks')) < 12) {
      if (Date.now() > patience) throw new UserError('The sound worker was never asked: has the pack a sound model?');
      await page.waitForTimeout(200);
    }
    const looksBefore = await page.evaluate('globalThis.seen.looks');
    await page.evaluate('globalThis.seen.frames.length = 0');
    await page.waitForTimeout(Number(values.seconds) * 1000);
    const { frames, looks } = (await page.evaluate('globalThis.seen')) as { frames: number[]; looks: number };
    const first = frames[0] ?? 0;
    const counts = new Array<number>(Math.floor(((frames.at(-1) ?? 0) - first) / 1000)).fill(0);
    for (const at of frames) {
      const second = Math.floor((at - first) / 1000);
      counts[second] = (counts[second] ?? 0) + 1;
    }
    const sorted = counts.slice(0, Number(values.seconds)).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const gaps = frames.slice(1).map((at, i) => at - (frames[i] ?? at));
    console.log(`frames a second, median        ${median}  (at least ${LEAST}; ${sorted.length} seconds)`);
    console.log(`frames in the worst second     ${sorted[0] ?? 0}`);
    console.log(`longest time between two       ${Math.max(0, ...gaps).toFixed(0)} ms`);
    console.log(`calls of the sound worker      ${looks - Number(looksBefore)} meanwhile`);
    return median >= LEAST ? 0 : 1;
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
