/**
 * `npm run bench:first -- --photo FILE [--site ADDRESS] [--rounds N]`: how long a first visitor waits for the first verdict.
 * A new browser profile, a line of 9 Mbit/s with 60 ms to the host, and the page's main thread slowed to a quarter; the photo is
 * chosen as soon as the button is there. The line is a proxy in front of the host, so it holds for workers and the service worker
 * too, which a browser's own throttling leaves out. The slower processor is Chromium's (`Emulation.setCPUThrottlingRate`), which
 * slows the main thread only: models run at full speed in their workers.
 */
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { DIST, ensureBuilt } from './build.ts';
import { ensureBrowser } from './install-browser.ts';
import { fromHere, main, UserError } from './run.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const BYTES_PER_MS = 9_000_000 / 8 / 1000;
const LATENCY_MS = 60;
const SLOWDOWN = 4;
const PATIENCE_MS = 180_000;

interface Line {
  port: number;
  bytes: () => number;
  close: () => void;
}

/** All connections share one line towards the browser. */
async function openLine(to: URL): Promise<Line> {
  let free = 0;
  let bytes = 0;
  const open = new Set<Socket>();
  const server = createServer((browser) => {
    const host = connect(Number(to.port), to.hostname);
    // Bytes that were read are still sent after the host closes.
    let arrived: Promise<unknown> = Promise.resolve();
    for (const socket of [browser, host]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    browser.on('close', () => host.destroy());
    host.on('close', () => void arrived.then(() => browser.end()));
    browser.on('data', (data) => void wait(LATENCY_MS / 2).then(() => host.write(data)));
    host.on('data', (data) => {
      host.pause();
      bytes += data.length;
      free = Math.max(performance.now(), free) + data.length / BYTES_PER_MS;
      const sent = free - performance.now();
      void wait(sent).then(() => host.resume());
      arrived = wait(sent + LATENCY_MS / 2).then(() => browser.write(data));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { port: address.port, bytes: () => bytes, close };
}

async function firstVisit(site: URL, photo: string) {
  const line = await openLine(site);
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const began = performance.now();
    await page.goto(`http://localhost:${line.port}${site.pathname}`, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const chooser = page.getByTestId('choose-photo').first();
    await chooser.waitFor({ state: 'attached', timeout: PATIENCE_MS });
    const ready = performance.now() - began;
    await chooser.setInputFiles(photo);
    const verdict = page.locator('#verdict-name');
    await verdict.waitFor({ timeout: PATIENCE_MS });
    return { ready, verdict: performance.now() - began, bytes: line.bytes(), says: (await verdict.innerText()).trim() };
  } finally {
    await browser.close();
    line.close();
  }
}

await main(async () => {
  const { values } = parseArgs({
    options: { photo: { type: 'string' }, site: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  });
  const photo = fromHere(values.photo ?? '');
  if (values.photo === undefined || !existsSync(photo)) {
    throw new UserError('Say which photo: npm run bench:first -- --photo FILE');
  }
  if (values.site === undefined) await ensureBuilt();
  const server = values.site === undefined ? await startServer({ root: DIST }) : null;
  try {
    const site = new URL(values.site ?? `${server?.origin ?? ''}/`);
    const visits: Awaited<ReturnType<typeof firstVisit>>[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const visit = await firstVisit(site, photo);
      visits.push(visit);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      const megabytes = (visit.bytes / 1e6).toFixed(1);
      console.log(`button ${seconds(visit.ready)}, verdict ${seconds(visit.verdict)}, ${megabytes} MB: ${visit.says}`);
    }
    const middle = (of: 'ready' | 'verdict') => (median(visits.map((visit) => visit[of])) / 1000).toFixed(1);
    console.log(`Median of ${visits.length}: button ${middle('ready')} s, verdict ${middle('verdict')} s`);
    return 0;
  } finally {
    await server?.close();
  }
});
