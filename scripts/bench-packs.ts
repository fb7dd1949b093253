/**
 * `npm run bench:packs -- [--megabytes N] [--rounds N] [--line MBIT] [--report FILE]`: what a safe download costs. Fetch, hash and store
 * over a bare fetch into a file, one after the other in the same page; a model from the store over one from memory; and
 * the memory of the page while a gigabyte arrives. `--line` also measures on a line of that speed. `--report` writes the
 * figures down (docs/results/packs.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { EVALUATION, ensureEvaluationBuilt } from './build.ts';
import { ensureBrowser } from './install-browser.ts';
import { describeFile } from './pack-file.ts';
import { fromHere, main } from './run.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';
import type { Manifest } from '../src/packs/manifest';
import type { IncomingMessage, ServerResponse } from 'node:http';

const BLOCK = randomBytes(1 << 20);
const LICENCE = { id: 'MIT', name: 'MIT License', url: 'https://opensource.org/license/mit', nonCommercial: false };

/** A pack whose one model is this many blocks; the first differs from round to round, so that nothing is there already. */
function bigPack(name: string, blocks: number) {
  const first = randomBytes(1 << 20);
  const hash = createHash('sha256').update(first);
  for (let i = 1; i < blocks; i++) hash.update(BLOCK);
  const small = Buffer.from('{}');
  const [begin, again] = [first, BLOCK].map((block) => describeFile('', block).chunks ?? []);
  const chunks = Array.from({ length: blocks }, (_, i) => (i === 0 ? begin : again) ?? []).flat();
  const files = [
    { path: 'geo.onnx', bytes: blocks << 20, sha256: hash.digest('hex'), chunks },
    describeFile('golden.json', small),
  ];
  const geo = {
    role: 'geo',
    family: 'place-time',
    file: 'geo.onnx',
    input: { name: 'i', time: 'month12' },
    output: { name: 'o', kind: 'probabilities' },
    labels: { file: 'golden.json', format: 'scientific' },
    batch: 'dynamic',
    licence: LICENCE,
    card: { title: 'Nothing', source: 'bench', summary: 'Random bytes.' },
    golden: 'golden.json',
  };
  const words = { title: name, summary: 'Random bytes.', licence: LICENCE };
  return {
    first,
    small,
    blocks,
    manifest: JSON.stringify({ format: 1, name, version: '1', ...words, files, models: [geo] }),
  };
}

type BigPack = ReturnType<typeof bigPack>;

/** Answers /big/<name>/<file>. Writes as fast as the reader takes it, or as fast as the line is. */
function answerBig(packs: Map<string, BigPack>, line: { mbit: number | null }) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const [, name, file] = /^\/big\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    const pack = name === undefined ? undefined : packs.get(name);
    if (!pack) return false;
    if (file === 'manifest.json') response.end(pack.manifest);
    else if (file === 'golden.json') response.end(pack.small);
    else if (file === 'geo.onnx') void send(pack, line.mbit, response);
    else response.writeHead(404).end();
    return true;
  };
}

async function send({ first, blocks }: BigPack, mbit: number | null, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': blocks << 20 });
  const start = performance.now();
  for (let i = 0; i < blocks && !response.destroyed; i++) {
    const due = mbit === null ? 0 : start + (i * 8 * 1.048576 * 1000) / mbit - performance.now();
    if (due > 0) await new Promise((done) => setTimeout(done, due));
    if (!response.write(i === 0 ? first : BLOCK)) await new Promise((done) => response.once('drain', done));
  }
  response.end();
}

/** Resident memory of all renderers in MB; Linux only. */
async function rendererMegabytes(context: BrowserContext) {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`));
  const resident = renderers.map(({ id }) => /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return resident.reduce((sum, kilobytes) => sum + Number(kilobytes ?? 0) / 1024, 0);
}

const arrive = (page: Page, name: string) =>
  page.evaluate(async (pack) => {
    const packs = globalThis.goldcrest.packs();
    const offer = await packs.offerFrom([`/big/${pack}/manifest.json`]);
    if (!offer.ok) throw new Error(offer.problem.message);
    const start = performance.now();
    const arrived = await packs.accept(offer.value.id, { licences: ['MIT'], unsigned: true }, () => undefined);
    const milliseconds = performance.now() - start;
    if (!arrived.ok) throw new Error(arrived.problem.message);
    await packs.reject(pack);
    return milliseconds;
  }, name);

await main(async () => {
  const { values } = parseArgs({
    options: {
      megabytes: { type: 'string', default: '128' },
      rounds: { type: 'string', default: '7' },
      line: { type: 'string', default: '400' },
      report: { type: 'string' },
    },
  });
  await ensureEvaluationBuilt();
  const figures: { what: string; value: string; bound: string }[] = [];
  const say = (what: string, value: string, bound: string) => {
    console.log(`${what.padEnd(44)} ${value}  (${bound})`);
    figures.push({ what, value, bound });
  };
  const packs = new Map<string, BigPack>();
  const line: { mbit: number | null } = { mbit: null };
  const server = await startServer({ root: EVALUATION, intercept: answerBig(packs, line) });
  // A profile on the disk, as users have: a private window's files are in the memory of another process.
  const profile = mkdtempSync(join(tmpdir(), 'goldcrest-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await context.newPage();
    await page.goto(`${server.origin}/headless.html`);
    packs.set('gigabyte', bigPack('gigabyte', 1024));
    // First, on an idle page: what later measurements leave behind would be counted too.
    await new Promise((done) => setTimeout(done, 2000));
    const before = await rendererMegabytes(context);
    let peak = before;
    const sampling = setInterval(() => {
      // The last look may find the browser closing.
      const look = rendererMegabytes(context).catch(() => 0);
      void look.then((now) => {
        peak = Math.max(peak, now);
      });
    }, 250);
    const milliseconds = await arrive(page, 'gigabyte');
    clearInterval(sampling);
    const seconds = `under 100; ${(milliseconds / 1000).toFixed(0)} s`;
    say('memory while a gigabyte arrives', `${(peak - before).toFixed(0)} MB over the start`, seconds);

    const ratioOver = async (blocks: number, rounds: number) => {
      const ratios = [];
      for (let round = 0; round <= rounds; round++) {
        const name = `round-${packs.size}`;
        packs.set(name, bigPack(name, blocks));
        const bare = await page.evaluate(
          (url) => globalThis.workbench.benchPacks().then((bench) => bench.bareFetch(url)),
          `/big/${name}/geo.onnx`,
        );
        const safe = await arrive(page, name);
        if (round > 0) ratios.push({ ratio: safe / bare, safe, bare });
      }
      return ratios;
    };
    const report = (what: string, rounds: { ratio: number; safe: number; bare: number }[], blocks: number) => {
      const speed = (ms: number) => `${((blocks * 1.048576) / (ms / 1000)).toFixed(0)} MB/s`;
      const [safe, bare] = [median(rounds.map((one) => one.safe)), median(rounds.map((one) => one.bare))];
      const ratio = median(rounds.map((one) => one.ratio)).toFixed(3);
      say(what, ratio, `at most 1.25; ${speed(safe)} over ${speed(bare)}`);
    };
    const blocks = Number(values.megabytes);
    report('arriving / bare fetch, this machine itself', await ratioOver(blocks, Number(values.rounds)), blocks);
    line.mbit = Number(values.line);
    report(`arriving / bare fetch, ${values.line} Mbit/s`, await ratioOver(64, 3), 64);
    line.mbit = null;

    const starter = readFileSync(join(EVALUATION, 'packs/starter/manifest.json'), 'utf8');
    const loads = await page.evaluate(
      async ({ manifest, rounds }) => {
        const listed = JSON.parse(manifest) as Manifest;
        const files = await Promise.all(
          [...listed.files.map((file) => file.path), 'manifest.json'].map(async (path) => {
            const response = await fetch(`/packs/starter/${path}`);
            const bytes = await response.blob();
            return new File([path === 'manifest.json' ? manifest : bytes], path);
          }),
        );
        for (const file of files) Object.defineProperty(file, 'webkitRelativePath', { value: file.name });
        const packs = globalThis.goldcrest.packs();
        const offer = await packs.offerOf(files);
        if (!offer.ok) throw new Error(offer.problem.message);
        const licences = [listed.licence, ...listed.models.map((model) => model.licence)];
        const consent = { licences: licences.map(({ id }) => id), unsigned: true };
        const arrived = await packs.accept(offer.value.id, consent, () => undefined);
        if (!arrived.ok) throw new Error(arrived.problem.message);
        await packs.activate(listed.name);
        const { kind } = await packs.inventory();
        const bench = await globalThis.workbench.benchPacks();
        const times: Record<string, { store: number; memory: number; read: number }[]> = {};
        for (let round = 0; round <= rounds; round++) {
          for (const { role } of offer.value.manifest.models) {
            const time = await bench.load(`stored:${kind}/`, offer.value.manifest, role, round % 2 === 0);
            if (round > 0) (times[role] ??= []).push(time);
          }
        }
        return times;
      },
      { manifest: starter, rounds: 40 },
    );
    const middle = Object.entries(loads).map(([role, rounds]) => {
      const of = (key: 'store' | 'memory' | 'read') => median(rounds.map((one) => one[key]));
      return { role, store: of('store'), memory: of('memory'), read: of('read') };
    });
    const total = (key: 'store' | 'memory' | 'read') => middle.reduce((sum, one) => sum + one[key], 0);
    for (const { role, store, memory, read } of [
      ...middle,
      { role: 'all four', store: total('store'), memory: total('memory'), read: total('read') },
    ]) {
      const times = `${store.toFixed(0)} ms, of which ${read.toFixed(0)} reading and proving, over ${memory.toFixed(0)} ms`;
      say(
        `${role} model${role === 'all four' ? 's' : ''} from the store / from memory`,
        (store / memory).toFixed(3),
        `under 1.5; ${times}`,
      );
    }
    if (values.report !== undefined) {
      const rows = figures.map(({ what, value, bound }) => `| ${what} | ${value} | ${bound} |`);
      const head = ['# What packs cost', '', `\`npm run bench:packs\`, ${new Date().toISOString().slice(0, 10)}.`, ''];
      const table = ['| measured | value | bound, and medians |', '| --- | --- | --- |', ...rows, ''];
      writeFileSync(fromHere(values.report), [...head, ...table].join('\n'));
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await server.close();
  }
  return 0;
});
