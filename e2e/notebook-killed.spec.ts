import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fillNotebook } from '../scripts/made-notebook.ts';
import { expect, test } from './fixtures.ts';

/** Fifty tabs are ended as a crash ends them, each at a random moment. */
const KILLS = { keeping: 18, correcting: 16, restoring: 16 };
const COUNT = 40;
/** A page of the same origin in which the app does not run. */
const NO_APP = '/icons/mark.svg';
const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;

interface Whole {
  /** Ids of what is in the notebook and whole: its words, its run, and every byte of its photo. */
  kept: string[];
  drafts: string[];
  /** Words of persons, by observation. */
  said: Record<string, number>;
  /** What belongs to no observation, is there twice, or has other bytes than its name says. */
  broken: string[];
  runs: number;
  media: number;
}

/** Reads the whole database, from a page that is not killed. */
function readAll(page: Page): Promise<Whole> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('goldcrest');
      asked.onsuccess = () => {
        resolve(asked.result);
      };
    });
    const all = <Row>(name: string): Promise<Row[]> =>
      new Promise((resolve) => {
        const asked = database.transaction(name).objectStore(name).getAll() as IDBRequest<Row[]>;
        asked.onsuccess = () => {
          resolve(asked.result);
        };
      });
    const observations = await all<{ id: string; hashes: string[] }>('observations');
    const words = await all<{ observation: string; kind: string }>('identifications');
    const runs = await all<{ id: string; observation: string }>('keptRuns');
    const media = await all<{ sha256: string; file: Blob }>('media');
    const drafts = (await all<{ id: string }>('runs')).map(({ id }) => id);
    database.close();
    const broken: string[] = [];
    for (const { sha256, file } of media) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      if (hex !== sha256) broken.push(`bytes of ${sha256}`);
    }
    const known = new Set(media.map(({ sha256 }) => sha256));
    const kept = observations.map(({ id }) => id);
    for (const { id, hashes } of observations) {
      if (hashes.some((hash) => !known.has(hash))) broken.push(`photo of ${id}`);
      if (runs.filter((run) => run.observation === id).length !== 1) broken.push(`runs of ${id}`);
      if (words.filter((word) => word.observation === id && word.kind === 'machine').length !== 1)
        broken.push(`machine’s words of ${id}`);
      if (drafts.includes(id)) broken.push(`${id} is a draft too`);
    }
    const said: Record<string, number> = {};
    for (const { observation, kind } of words) {
      if (!kept.includes(observation)) broken.push(`a word of ${observation}`);
      if (kind !== 'machine') said[observation] = (said[observation] ?? 0) + 1;
    }
    return { kept: kept.sort(), drafts: drafts.sort(), said, broken, runs: runs.length, media: media.length };
  });
}

/** Makes drafts of everything that is kept, or takes back what persons have said. */
function reset(page: Page, to: 'drafts' | 'unspoken' | 'nothing'): Promise<void> {
  return page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('goldcrest');
      asked.onsuccess = () => {
        resolve(asked.result);
      };
    });
    const names = ['observations', 'identifications', 'keptRuns', 'runs', 'media'];
    const stores = database.transaction(names, 'readwrite');
    const store = (name: string): IDBObjectStore => stores.objectStore(name);
    if (wanted === 'drafts') {
      store('keptRuns').getAll().onsuccess = (event) => {
        const rows = (event.target as IDBRequest<{ observation?: string }[]>).result;
        // Drafts of today: older ones go when the app opens.
        for (const { observation: _, ...run } of rows) store('runs').put({ ...run, at: new Date().toISOString() });
        for (const name of ['observations', 'identifications', 'keptRuns', 'media']) store(name).clear();
      };
    } else if (wanted === 'nothing') for (const name of names) store(name).clear();
    else
      store('identifications').openCursor().onsuccess = (event) => {
        const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
        if (!cursor) return;
        if ((cursor.value as { kind: string }).kind !== 'machine') cursor.delete();
        cursor.continue();
      };
    await new Promise((resolve) => {
      stores.oncomplete = resolve;
    });
    database.close();
  }, to);
}

/** Opens a tab at an address, does something in it, and crashes it up to so many milliseconds later. */
async function killedTab(
  control: Page,
  address: string,
  work: (tab: Page) => Promise<unknown>,
  longest: number,
): Promise<void> {
  const tab = await control.context().newPage();
  await tab.goto(address);
  await work(tab);
  const session = await control.context().newCDPSession(tab);
  await tab.waitForTimeout(Math.random() * longest);
  const crashed = tab.waitForEvent('crash');
  // It never answers.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await tab.close();
}

test.describe('tabs that crash', () => {
  test.setTimeout(600_000);
  // A picture that is opened as a page has no icon.
  test.use({ allowedProblems: [/favicon/] });
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('choose-photo').first()).toBeAttached();
    await fillNotebook(page, { count: COUNT, photoBytes: 100_000 });
    // From here on this page only reads the database.
    await page.goto(NO_APP);
  });

  test('while keeping: each observation is kept once or still a draft', async ({ page }) => {
    await reset(page, 'drafts');
    for (let kill = 0; kill < KILLS.keeping; kill++) {
      const keep = (tab: Page) => tab.getByRole('button', { name: 'Keep', exact: true }).click();
      await killedTab(page, `/#/run/${idOf(kill)}`, keep, 250);
      const { kept, drafts, broken } = await readAll(page);
      expect(broken).toEqual([]);
      expect([...kept, ...drafts].sort()).toEqual(Array.from({ length: COUNT }, (_, index) => idOf(index)));
    }
  });

  test('while correcting: what was said is there once, and what the screen had said is not lost', async ({ page }) => {
    await reset(page, 'unspoken');
    let told = 0;
    for (let kill = 0; kill < KILLS.correcting; kill++) {
      const review = async (tab: Page): Promise<void> => {
        await expect(tab.getByRole('region', { name: 'Your decision' })).toBeFocused();
        await tab.keyboard.press('n');
        await expect(tab.getByText(/^\d+ left.*Rejected/)).toBeVisible();
        told += 1;
        await tab.keyboard.press('n');
      };
      await killedTab(page, '/#/review', review, 40);
      const { kept, said, broken } = await readAll(page);
      expect(broken).toEqual([]);
      expect(kept).toHaveLength(COUNT);
      expect(Math.max(...Object.values(said))).toBe(1);
      const words = Object.keys(said).length;
      expect(words).toBeGreaterThanOrEqual(told);
      if (words > COUNT / 8) {
        await reset(page, 'unspoken');
        told = 0;
      } else told = words;
    }
  });

  test('while restoring: all of the backup is there or none of it, and the next attempt brings all', async ({
    page,
  }) => {
    const first = await page.context().newPage();
    await first.goto('/#/export');
    const [download] = await Promise.all([
      first.waitForEvent('download'),
      first.getByRole('button', { name: 'Back up now' }).click(),
    ]);
    const buffer = await readFile(await download.path());
    await first.close();
    const before = await readAll(page);
    const bringBack = async (tab: Page): Promise<void> => {
      const file = { name: 'backup.zip', mimeType: 'application/zip', buffer };
      await tab.getByTestId('choose-backup').setInputFiles(file);
      await tab.getByRole('button', { name: 'Restore', exact: true }).click();
    };
    for (let kill = 0; kill < KILLS.restoring; kill++) {
      await reset(page, 'nothing');
      await killedTab(page, '/#/export', bringBack, 600);
      const { kept, broken } = await readAll(page);
      expect(broken).toEqual([]);
      expect([0, COUNT]).toContain(kept.length);
    }
    await reset(page, 'nothing');
    await killedTab(page, '/#/export', bringBack, 50);
    const tab = await page.context().newPage();
    await tab.goto('/#/export');
    await bringBack(tab);
    await expect(tab.getByText(/^Done: |already/).first()).toBeVisible();
    // Every byte, and nothing that the attempts left behind.
    expect(await readAll(page)).toEqual(before);
  });
});
