import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/browser.ts';
import { ensureBrowser } from '../scripts/install-browser.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { writeSong } from './song.ts';

/** Chromium's fake microphone plays a file of our own, again and again. */
const song = writeSong(6);
let browser: Browser;
let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const args = [
    ...CHROMIUM_FLAGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${song}`,
  ];
  browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
});

test.afterAll(async () => {
  await browser.close();
  await rm(dirname(song), { recursive: true });
});

test.beforeEach(async ({ site }) => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', baseURL: site.origin });
  page = await context.newPage();
  await page.goto('/');
});

test.afterEach(async () => {
  await context.close();
});

const clock = () => page.getByRole('timer');
const stop = () => page.getByRole('button', { name: 'Stop and review' });
const scroller = () => page.getByRole('group', { name: /^Spectrogram of recording/ });

async function listenFor(seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(clock()).toHaveText(new RegExp(`^0:0?${seconds}$`), { timeout: 30_000 });
}

/** How many columns of the live spectrogram are bright at a frequency; red grows with the level. */
function brightColumns(kilohertz: number): Promise<number> {
  return page.evaluate((height) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.live canvas')!;
    const row = Math.round(canvas.height * (1 - height / 12));
    const { data } = canvas.getContext('2d')!.getImageData(0, row, canvas.width, 1);
    return data.filter((value, index) => index % 4 === 0 && value > 180).length;
  }, kilohertz);
}

test('what the microphone hears rolls past, is stored, and becomes an observation that survives a reload', async () => {
  await listenFor(4);
  await expect(page.getByText('Recorded as the microphone hears it')).toBeVisible();
  await expect(page.getByText('Listening stops when the screen goes off', { exact: false })).toBeVisible();
  // A gap in the fake microphone on busy cores is a click: a column that is bright at every height.
  const [sung, unsung] = [await brightColumns(7), await brightColumns(10.5)];
  expect(sung).toBeGreaterThan(5);
  expect(unsung).toBeLessThan(sung / 4);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change date and place' }).click();
  await page.getByLabel('Latitude and longitude').fill('47.4, 8.5');
  await page.getByRole('button', { name: 'Set the place' }).click();

  await stop().click();
  await expect(scroller()).toBeVisible({ timeout: 20_000 });
  // The place was given while it listened, and belongs to what it heard.
  await expect(page.getByText('47.4', { exact: false }).first()).toBeVisible();
  await expect(page.locator('.tile canvas[data-painted]').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'Field notes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Raven selection table' })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  // Saved, with its sound: nothing of it is offered as cut off, and it plays after a reload.
  await expect.poll(() => page.evaluate(countOf, 'sounds'), { timeout: 20_000 }).toBe(1);
  await expect.poll(() => page.evaluate(countOf, 'chunks')).toBe(0);
  await page.reload();
  await expect(page.locator('.tile canvas[data-painted]').first()).toBeVisible({ timeout: 20_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Recording', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^recording-.*\.wav$/);
});

test('a tab that crashes in mid-recording loses no second but the last', async ({ site }) => {
  await listenFor(4);
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();

  page = await context.newPage();
  await page.goto(site.origin);
  const card = page.getByRole('group', { name: 'A recording that was cut off' });
  await expect(card).toContainText('Everything up to then is here', { timeout: 20_000 });
  const seconds = Number(/, (\d+) s\./.exec((await card.textContent()) ?? '')?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(3);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Review it' }).click();
  await expect(scroller()).toBeVisible({ timeout: 20_000 });
});

test('a microphone that is unplugged says so, and everything up to then is kept', async () => {
  await page.evaluate(() => {
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      setTimeout(() => stream.getAudioTracks()[0]!.dispatchEvent(new Event('ended')), 2500);
      return stream;
    };
  });
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('alert')).toContainText('The microphone was disconnected', { timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText('Everything recorded so far is kept.');
  await expect(scroller()).toBeVisible({ timeout: 20_000 });
});

test('a device that is full ends the recording with a word, and what was recorded is there', async ({ site }) => {
  await expect(page.getByTestId('offline-state')).toContainText('Works offline', { timeout: 60_000 });
  const session = await context.newCDPSession(page);
  const { usage } = await page.evaluate(() => navigator.storage.estimate());
  const quotaSize = (usage ?? 0) + 400_000;
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize });
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('alert').first()).toContainText('No room left on this device', { timeout: 30_000 });
  await expect(scroller()).toBeVisible({ timeout: 20_000 });
});

test('a microphone that is refused says what to do', async () => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('alert')).toContainText('The microphone is not allowed');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expectAccessible(page);
});

/** Runs in the page. */
function countOf(name: string): Promise<number> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('goldcrest');
    opening.onerror = failed;
    opening.onsuccess = () => {
      const counting = opening.result.transaction(name).objectStore(name).count();
      counting.onsuccess = () => {
        opening.result.close();
        done(counting.result);
      };
    };
  });
}
