/**
 * Takes the pictures of the real app that the web manifest and the README show, into public/screenshots:
 * `npm run screenshots -- --photo FILE [--pack NAME|DIR]`. They are committed, so the photo has to be
 * one whose licence allows that.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { ensureBuilt } from './build.ts';
import { servePack } from './headless.ts';
import { ensureBrowser } from './install-browser.ts';
import { main, ROOT, UserError } from './run.ts';

const FOLDER = join(ROOT, 'public/screenshots');

/** A phone and a laptop; sizes in CSS pixels, as the manifest lists them times the scale. */
const SCREENS = [
  { name: 'narrow', width: 390, height: 844, scale: 2 },
  { name: 'wide', width: 1280, height: 800, scale: 1 },
];

const PATIENCE_MS = 120_000;

interface Subject {
  photo: string;
  pack: string;
  folder: string | null;
}

function readArguments(): Subject {
  const { values } = parseArgs({
    options: { photo: { type: 'string' }, pack: { type: 'string', default: 'starter' } },
  });
  if (values.photo === undefined || !existsSync(values.photo)) {
    throw new UserError('Say which photo: npm run screenshots -- --photo FILE');
  }
  const isFolder = existsSync(join(values.pack, 'manifest.json'));
  return {
    photo: resolve(values.photo),
    pack: isFolder ? basename(resolve(values.pack)) : values.pack,
    folder: isFolder ? resolve(values.pack) : null,
  };
}

async function takePictures(page: Page, address: string, photo: string, name: string) {
  await page.goto(address);
  await page.getByTestId('offline-state').getByText('Works offline.').waitFor({ timeout: PATIENCE_MS });
  await page.screenshot({ path: join(FOLDER, `${name}-home.png`) });
  await page.getByTestId('choose-photo').setInputFiles(photo);
  const announcer = page.getByTestId('announcer').filter({ hasText: 'Verdict' });
  await announcer.waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached', timeout: PATIENCE_MS });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `${name}-verdict.png`) });
}

await main(async () => {
  const { photo, pack, folder } = readArguments();
  await ensureBuilt();
  mkdirSync(FOLDER, { recursive: true });
  const { server } = await servePack({ name: pack, folder });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  try {
    for (const { name, width, height, scale } of SCREENS) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await takePictures(await context.newPage(), `${server.origin}/`, photo, name);
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
});
