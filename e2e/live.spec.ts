import { rm, writeFile, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/browser.ts';
import { ensureBrowser } from '../scripts/install-browser.ts';
import { hasKit, KIT } from '../scripts/kit-pack.ts';
import { wavHeader } from '../scripts/made-up-sound.ts';
import { expect, test } from './fixtures.ts';

/** Silence before the song, in which the sound model arrives on a first visit. */
const QUIET_SECONDS = 25;
const SONG_SECONDS = 15;
/** From the first note to the name, as heard. */
const NAMED_WITHIN = 6;
const RATE = 48_000;

test.skip(!hasKit, `no test kit at ${KIT}`);

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'goldcrest-live-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The start of a recording as a WAV file, after silence; the browser decodes it. */
async function afterSilence(recording: string): Promise<string> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    const encoded = (await readFile(recording)).toString('base64');
    const decoded = await page.evaluate(
      async ({ base64, rate, seconds }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const sound = await new OfflineAudioContext(1, rate, rate).decodeAudioData(bytes.buffer);
        const samples = sound.getChannelData(0).subarray(0, seconds * rate);
        return Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
      },
      { base64: encoded, rate: RATE, seconds: SONG_SECONDS },
    );
    const samples = new Int16Array((QUIET_SECONDS + SONG_SECONDS) * RATE);
    samples.set(decoded, QUIET_SECONDS * RATE);
    const file = join(folder, 'song.wav');
    await writeFile(file, Buffer.concat([wavHeader(QUIET_SECONDS + SONG_SECONDS, RATE), Buffer.from(samples.buffer)]));
    return file;
  } finally {
    await browser.close();
  }
}

async function browserThatHears(song: string): Promise<Browser> {
  const args = [
    ...CHROMIUM_FLAGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${song}`,
  ];
  return chromium.launch({ executablePath: await ensureBrowser(), args });
}

test('on a first visit a bird is named within six seconds of its song, boxed, saved and found again', async ({
  site,
}) => {
  const browser = await browserThatHears(await afterSilence(join(KIT, 'media/sounds/barn-swallow.mp3')));
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      baseURL: site.origin,
    });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'Listen' }).click();
    const row = page.locator('.heard li', { hasText: 'Barn Swallow' });
    await expect(row).toBeVisible({ timeout: 60_000 });
    const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').map(Number);
    const heardAt = minutes! * 60 + seconds!;
    expect(heardAt).toBeGreaterThanOrEqual(QUIET_SECONDS);
    // The clock shows whole seconds that have passed.
    expect(heardAt).toBeLessThan(QUIET_SECONDS + NAMED_WITHIN);

    await expect(page.getByRole('timer')).toHaveText(`0:${QUIET_SECONDS + SONG_SECONDS - 3}`, { timeout: 30_000 });
    await page.getByRole('button', { name: 'Stop and review' }).click();
    const found = page.getByRole('row', { name: /Barn Swallow/ });
    await expect(found).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.tile canvas[data-painted]').first()).toBeVisible({ timeout: 20_000 });
    // One probability a bird: on the card, in the table, and spoken on the box.
    const percent = /(\d+).%/.exec(await found.innerText())?.[1] ?? 'none';
    const chance = new RegExp(`\\b${percent}.%`);
    await expect(page.locator('.card.sheet')).toContainText(chance);
    await expect(
      page.getByRole('button', { name: new RegExp(`Barn Swallow.*${chance.source}`) }).first(),
    ).toBeVisible();

    await page.reload();
    await expect(found).toContainText(chance, { timeout: 30_000 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Barn Swallow|Hirundo/ }).first()).toBeVisible({ timeout: 30_000 });
  } finally {
    await browser.close();
  }
});
