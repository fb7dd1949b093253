/**
 * `npm run bench:notebook -- [--observations N] [--backup N] [--photo KB]`: how fast a large notebook opens and answers, and
 * what a backup and its restore need. The observations are made up; the app is the built one in Chromium.
 */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { ensureBuilt, DIST } from './build.ts';
import { ensureBrowser } from './install-browser.ts';
import { fillNotebook } from './made-notebook.ts';
import { main } from './run.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const ROUNDS = 9;
const QUERIES = ['r', 're', 'regu', 'place 7', 'made somewhere', '2025', 'turdidae', 'zzz'];

async function timeList(page: Page, address: string): Promise<{ first: number; again: number }> {
  await page.goto(address);
  await page.getByTestId('choose-photo').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
  const open = (): Promise<number> =>
    page.evaluate(async () => {
      const begun = performance.now();
      location.hash = '#/notebook';
      while (!document.querySelector('.rows > li')) await new Promise((done) => setTimeout(done));
      // Until it has reached the screen.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - begun;
    });
  const first = await open();
  await page.evaluate(() => (location.hash = '#/'));
  await page.waitForTimeout(500);
  return { first, again: await open() };
}

async function timeSearch(page: Page): Promise<number[]> {
  return page.evaluate(async (queries) => {
    const input = document.querySelector<HTMLInputElement>('search input[type=search]')!;
    const times = [];
    for (const query of queries) {
      for (const text of [query, '']) {
        const begun = performance.now();
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - begun);
      }
    }
    return times;
  }, QUERIES);
}

/** Anonymous and shared memory of everything that a process started, in MB: of the browser. Linux only. */
function megabytes(root: number): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const id of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
      parents.set(id, of('PPid'));
      sizes.set(id, (of('RssAnon') + of('RssShmem')) / 1024);
    } catch {
      // It has ended meanwhile.
    }
  }
  const within = (id: number): boolean => id === root || (parents.has(id) && within(parents.get(id)!));
  return [...sizes].reduce((sum, [id, size]) => (id !== root && within(id) ? sum + size : sum), 0);
}

async function peakDuring(
  root: number,
  work: () => Promise<unknown>,
): Promise<{ before: number; peak: number; seconds: number }> {
  const before = megabytes(root);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, megabytes(root))), 50);
  const begun = performance.now();
  await work();
  clearInterval(timer);
  return { before, peak, seconds: (performance.now() - begun) / 1000 };
}

/** The hash of every file in the notebook, computed from its bytes. */
function hashes(page: Page): Promise<{ named: number; right: number; bytes: number }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('goldcrest');
      asked.onsuccess = () => {
        resolve(asked.result);
      };
    });
    const ask = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
      });
    const keys = await ask(database.transaction('media').objectStore('media').getAllKeys());
    let right = 0;
    let bytes = 0;
    for (const key of keys) {
      const { file } = (await ask(database.transaction('media').objectStore('media').get(key))) as { file: Blob };
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      bytes += file.size;
      if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === key) right += 1;
    }
    database.close();
    return { named: keys.length, right, bytes };
  });
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      observations: { type: 'string', default: '10000' },
      backup: { type: 'string', default: '1000' },
      photo: { type: 'string', default: '1024' },
    },
  });
  await ensureBuilt();
  const server = await startServer({ root: DIST });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  try {
    const address = `${server.origin}/`;
    if (Number(values.observations) > 0) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.goto(address);
      await page.getByTestId('choose-photo').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(3000);
      await fillNotebook(page, { count: Number(values.observations), photoBytes: 0 });
      const opened = [];
      for (let round = 0; round < ROUNDS; round++) opened.push(await timeList(page, `${address}?${round}`));
      const searches = await timeSearch(page);
      const ms = (list: number[]): string =>
        `median ${median(list).toFixed(0)} ms, worst ${Math.max(...list).toFixed(0)} ms`;
      console.log(`${values.observations} observations, ${ROUNDS} visits`);
      console.log(`list, first time in a visit  ${ms(opened.map(({ first }) => first))}`);
      console.log(`list, again                  ${ms(opened.map(({ again }) => again))}`);
      console.log(`search, ${searches.length} answers on screen  ${ms(searches)}`);
      await page.close();
    }
    if (Number(values.backup) > 0) {
      const page = await browser.newPage({ acceptDownloads: true });
      await page.goto(address);
      await page.getByTestId('choose-photo').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(3000);
      await fillNotebook(page, { count: Number(values.backup), photoBytes: Number(values.photo) * 1024 });
      await page.goto(`${address}?backup#/export`);
      const root = process.pid;
      const make = page.getByRole('button', { name: 'Back up now' });
      await make.waitFor();
      let path = '';
      const out = await peakDuring(root, async () => {
        const [download] = await Promise.all([page.waitForEvent('download', { timeout: 600_000 }), make.click()]);
        path = await download.path();
      });
      const before = await hashes(page);
      await page.goto(`${address}?delete#/about`);
      await page.getByRole('button', { name: /^Delete/ }).click();
      await page
        .getByRole('group')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.waitForTimeout(2000);
      await page.goto(`${address}?restore#/export`);
      const back = await peakDuring(root, async () => {
        await page.getByTestId('choose-backup').setInputFiles(path);
        await page.getByRole('button', { name: 'Restore' }).click({ timeout: 600_000 });
        await page.getByText('Done:').waitFor({ timeout: 600_000 });
      });
      const after = await hashes(page);
      const line = ({ before: from, peak, seconds }: typeof out): string =>
        `${seconds.toFixed(1)} s, browser ${from.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak`;
      console.log(`backup of ${values.backup} with ${(before.bytes / 1e6).toFixed(0)} MB of photos  ${line(out)}`);
      console.log(`restore  ${line(back)}; ${after.right} of ${before.named} photos have the bytes of their sha256`);
      if (after.right !== before.named || after.named !== before.named) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
});
