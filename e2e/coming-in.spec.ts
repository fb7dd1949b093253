import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { wavFile } from '../src/testing/wav.ts';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { onBothSizes } from './sizes.ts';

/** A page of another origin that shares like a phone does: a form with files, posted to the app. */
async function shareFrom(page: Page, origin: string, files: Buffer[]): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<form action="${origin}/share/" method="post" enctype="multipart/form-data">
         <input name="title" value="a bird"><input type="file" name="media" multiple><button>share</button>
       </form>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const named = files.map((buffer, index) => ({ name: `robin-${index + 1}.png`, mimeType: 'image/png', buffer }));
  await page.locator('input[type=file]').setInputFiles(named);
  await page.getByRole('button', { name: 'share' }).click();
  await page.waitForURL(`${origin}/**`);
  server.close();
}

async function workerInControl(page: Page, address = ''): Promise<void> {
  await page.goto(`${address}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
}

onBothSizes(test, () => {
  test('a shared photo is shown first, survives an empty share, and is identified when asked for', async ({
    page,
    browser,
    site,
  }) => {
    await workerInControl(page);
    await shareFrom(page, site.origin, [await drawing(browser)]);
    await expect(page.getByRole('heading', { name: 'Shared with Goldcrest' })).toBeVisible();
    await expect(page.getByText('robin-1.png')).toBeVisible();
    await expect(page.getByText('Nothing has been looked at or saved yet.')).toBeVisible();
    await expectAccessible(page);

    await shareFrom(page, site.origin, []);
    await expect(page.getByRole('alert')).toContainText('shared nothing');
    await expect(page.getByText('robin-1.png')).toBeVisible();

    await page.getByRole('button', { name: 'Identify' }).click();
    await expect(page.locator('section[aria-labelledby=verdict-name]')).toBeVisible({ timeout: 90_000 });
    await page.goto('/#/shared/files');
    await expect(page.getByText('Nothing is waiting here.')).toBeVisible();
  });
});

test('what is thrown away is gone, and nothing of it was saved', async ({ page, browser, site }) => {
  await workerInControl(page);
  await shareFrom(page, site.origin, [await drawing(browser)]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Discarded. Nothing was saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing is waiting here.')).toBeVisible();
});

test.describe('before the app was ever opened', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page says what to do', async ({ page, browser, site }) => {
    await shareFrom(page, site.origin, [await drawing(browser)]);
    await expect(page.getByRole('heading', { name: 'Open Goldcrest once, then share again' })).toBeVisible();
    await expectAccessible(page);
  });
});

/** The browser’s own commands for installed apps: https://chromedevtools.github.io/devtools-protocol/tot/PWA */
interface AppCommands {
  send: (command: 'PWA.install' | 'PWA.launchFilesInApp', of: object) => Promise<unknown>;
}

test('files that the desktop opens with the installed app are shown first', async ({
  browser,
  launchOptions,
  site,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'goldcrest-installed-'));
  const files = [join(folder, 'opened.png'), join(folder, 'sung.wav')];
  await writeFile(files[0]!, await drawing(browser));
  const sound = await wavFile([new Float32Array(48_000)], { rate: 48_000 }).arrayBuffer();
  await writeFile(files[1]!, new Uint8Array(sound));
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await workerInControl(page, site.origin);
    const commands = (await context.browser()!.newBrowserCDPSession()) as unknown as AppCommands;
    const manifestId = `${site.origin}/`;
    await commands.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId });
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      commands.send('PWA.launchFilesInApp', { manifestId, files }),
    ]);
    await expect(opened.getByText('2 files')).toBeVisible({ timeout: 60_000 });
    await expect(opened.getByText('opened.png')).toBeVisible();
    await expect(opened.getByText('sung.wav')).toBeVisible();
    await expect(opened.getByText('Nothing has been looked at or saved yet.')).toBeVisible();
    await opened.getByRole('button', { name: 'Discard' }).click();
    await expect(opened.getByText('Discarded. Nothing was saved.')).toBeVisible();
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the web app manifest names what the service worker takes, and shortcuts to screens that exist', async ({
  page,
}) => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    share_target: { action: string; params: { files: { name: string }[] } };
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest.share_target).toMatchObject({ action: './share/', params: { files: [{ name: 'media' }] } });
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Listen', 'Take a photo', 'My birds']);
  await page.goto(manifest.shortcuts[0]!.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
