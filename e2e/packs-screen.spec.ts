import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DIST } from '../scripts/build.ts';
import { whole, type Answer } from '../src/testing/misbehaving.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { keptKeys } from './offline-helpers.ts';

test.use({ allowedProblems: [/Failed to load resource/] });

interface Manifest {
  name: string;
  version: string;
  title: string;
  files: { path: string; bytes: number; sha256: string }[];
  models: { role: string; file: string; golden: string; labels?: { file: string } }[];
}

const STARTER = join(DIST, 'packs/starter');
const NAME = 'regional';

/** The starter's own geo model as a pack to fetch: real bytes, real labels, real golden numbers. */
function regionalPack(changes: Partial<Manifest> = {}): { manifest: Manifest; bytes: number } {
  const starter = JSON.parse(readFileSync(join(STARTER, 'manifest.json'), 'utf8')) as Manifest;
  const geo = starter.models.find(({ role }) => role === 'geo')!;
  const paths = [geo.file, geo.golden, geo.labels!.file];
  const files = starter.files.filter(({ path }) => paths.includes(path));
  const manifest = { ...starter, name: NAME, version: '1', title: 'Regional pack', files, models: [geo], ...changes };
  return { manifest, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** Puts the pack into the catalogue and its files on the server, under the address that the service worker looks after. */
function shelve(answers: Map<string, Answer>, { manifest, bytes }: ReturnType<typeof regionalPack>): void {
  const entry = { name: NAME, title: manifest.title, summary: 'Birds of one region.', bytes, licence: 'CC BY-NC 4.0' };
  const packs = [{ ...entry, nonCommercial: true, manifests: [`packs/${NAME}/manifest.json`] }];
  answers.set('/catalogue.json', whole(Buffer.from(JSON.stringify({ format: 1, hosts: [], packs }))));
  answers.set(`/packs/${NAME}/manifest.json`, whole(Buffer.from(JSON.stringify(manifest))));
  for (const { path } of manifest.files) {
    answers.set(`/packs/${NAME}/${path}`, whole(readFileSync(join(STARTER, path))));
  }
}

async function openPacks(page: Page): Promise<void> {
  await page.goto('/#/packs');
  await expect(page.getByRole('heading', { level: 1, name: 'Packs and storage' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Starter pack' })).toBeVisible();
}

const card = (page: Page) => page.getByRole('article', { name: 'Regional pack' });

/**
 * Agrees to everything the sheet asks, and waits until the pack is in use. The app vouches for what lies in its own folder of
 * packs; where a file comes from has to be confirmed.
 */
async function agree(page: Page, from: 'shelf' | 'file'): Promise<void> {
  const sheet = page.getByRole('dialog');
  const bring = sheet.getByRole('button', { name: /^Download,|^Use it/ });
  await expect(bring).toBeDisabled();
  await sheet.getByRole('checkbox', { name: /^I accept/ }).check();
  if (from === 'file') {
    await expect(bring, 'nobody vouches for it: that has to be confirmed too').toBeDisabled();
    await sheet.getByRole('checkbox', { name: /^I know where it comes from/ }).check();
  }
  await bring.click();
  await expect(card(page).getByText('Verified')).toBeVisible({ timeout: 60_000 });
}

async function fetchFromShelf(page: Page): Promise<void> {
  await openPacks(page);
  await page.getByRole('button', { name: 'Terms and download' }).click();
  await agree(page, 'shelf');
}

/** From a page that opens nothing: a browser clears a site that is not in use, and a file that a worker holds open stays. */
async function clearPacksAsTheBrowserDoes(page: Page): Promise<void> {
  await page.goto('/headless.html');
  await expect(async () => {
    const left = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      await root.removeEntry('goldcrest-packs-v1', { recursive: true });
      const names: string[] = [];
      for await (const name of root.keys()) names.push(name);
      return names;
    });
    expect(left).not.toContain('goldcrest-packs-v1');
  }, 'the worker of the page before lets go of its files').toPass();
}

const packsInUse = (page: Page) =>
  page.evaluate(async () => {
    const problem = await goldcrest.open('starter');
    return (
      problem?.message ?? goldcrest.app.packs.map(({ base, manifest }) => `${manifest.name} ${base.split(':')[0]!}`)
    );
  });

test('a pack is offered, agreed to, fetched, proved and used, and the service worker keeps no second copy', async ({
  page,
  answers,
  site,
}) => {
  shelve(answers, regionalPack());
  await page.addInitScript(() => {
    const asked = { persist: 0 };
    Object.assign(globalThis, { asked });
    navigator.storage.persist = () => Promise.resolve(++asked.persist > 0);
  });
  const timesAskedToKeep = () =>
    page.evaluate(() => (globalThis as unknown as { asked: { persist: number } }).asked.persist);
  await page.goto('/#/about');
  await page.getByRole('link', { name: 'Packs and storage' }).click();
  await expect(page.getByText('No other server is contacted')).toBeVisible();
  const manifestAsked = () => site.requests.filter((path) => path.startsWith(`/packs/${NAME}/`));
  expect(manifestAsked(), 'nothing is fetched before a button is pressed').toEqual([]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Terms and download' }).click();
  await expect(page.getByRole('dialog')).toContainText('For non-commercial use only.');
  await expectAccessible(page);
  expect(await timesAskedToKeep(), 'the browser is not asked to keep what is not wanted yet').toBe(0);
  await agree(page, 'shelf');
  expect(await timesAskedToKeep()).toBe(1);
  await expect(page.getByText('The browser has promised not to clear this storage.')).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => navigator.serviceWorker.ready);
  expect((await keptKeys(page)).filter((key) => key.includes(NAME))).toEqual([]);
  await page.goto('/headless.html');
  expect(await packsInUse(page)).toEqual([`${NAME} stored`, 'starter http']);
});

test('a pack is verified, handed on as a file, removed, and taken back from that file', async ({ page, answers }) => {
  shelve(answers, regionalPack());
  await fetchFromShelf(page);
  await card(page).getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByTestId('announcer')).toHaveText('Regional pack: every file is as it should be.');

  const download = page.waitForEvent('download');
  await card(page).getByRole('button', { name: 'Save as a file' }).click();
  const tar = await (await download).path();
  await card(page).getByRole('button', { name: 'Remove' }).click();
  await card(page).getByRole('button', { name: 'Remove it' }).click();
  await expect(card(page)).toHaveCount(0);

  await page.getByTestId('pack-file').setInputFiles(tar);
  await agree(page, 'file');
});

test('a pack can be left unused, and its work moved to another; both outlast a reload', async ({ page, answers }) => {
  shelve(answers, regionalPack());
  await fetchFromShelf(page);
  const works = page.getByRole('combobox', { name: 'Knows which birds live where and when' });
  await expect(works).toHaveValue(NAME);
  await works.selectOption('Starter pack');
  await expect(works).toHaveValue('starter');
  await page.reload();
  await expect(works, 'kept').toHaveValue('starter');
  await works.selectOption('Regional pack');

  const use = card(page).getByRole('switch', { name: 'Use this pack' });
  await expect(use).toBeChecked();
  await use.uncheck();
  await expect(card(page)).toContainText('does nothing until you use it again');
  await expect(works, 'nothing is left to choose').toHaveCount(0);
  await page.reload();
  await expect(use, 'kept').not.toBeChecked();
  await expect(page.getByRole('alert'), 'it is not missed').toHaveCount(0);
  await expectAccessible(page);
  await use.check();
  await expect(works).toHaveValue(NAME);
});

test('an update that fails its golden vectors is dropped in plain words, and the old version stays', async ({
  page,
  answers,
}) => {
  shelve(answers, regionalPack());
  await fetchFromShelf(page);
  const { manifest, bytes } = regionalPack({ version: '2' });
  const wrong = JSON.parse(readFileSync(join(STARTER, manifest.models[0]!.golden), 'utf8')) as {
    expect: { values: number[] };
  };
  wrong.expect.values = wrong.expect.values.map((value) => value + 0.5);
  const content = Buffer.from(JSON.stringify(wrong));
  const files = manifest.files.map((file) =>
    file.path === manifest.models[0]!.golden
      ? { ...file, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
      : file,
  );
  shelve(answers, { manifest: { ...manifest, files }, bytes });
  answers.set(`/packs/${NAME}/${manifest.models[0]!.golden}`, whole(content));

  await card(page).getByRole('button', { name: 'Look for an update' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^I accept/ })
    .check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Download,/ })
    .click();
  await expect(page.getByRole('alert')).toContainText('gives wrong numbers on this device', { timeout: 60_000 });
  await expect(card(page)).toContainText('Version 1,');
  await page.goto('/headless.html');
  expect(await packsInUse(page)).toEqual([`${NAME} stored`, 'starter http']);
});

test('a pack that the browser cleared is missed at the next start, explained, and fetched with one button', async ({
  page,
  answers,
}) => {
  shelve(answers, regionalPack());
  await fetchFromShelf(page);
  await clearPacksAsTheBrowserDoes(page);
  await page.goto('/#/');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The browser has cleared “Regional pack”');
  await alert.getByRole('button', { name: 'Download again' }).click();
  // Its terms were accepted when it was fetched the first time.
  await expect(card(page).getByText('Verified')).toBeVisible({ timeout: 60_000 });
  await page.goto('/#/');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
