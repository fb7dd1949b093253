import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { expect, needsKit, test } from './fixtures.ts';

const RUN = { timeout: 60_000 };
const sound = (name: string): string => join(KIT, 'media/sounds', `${name}.mp3`);
const marks = (page: Page) => page.locator('button.mark.bird');

test.describe('real recordings, with the kit’s models', () => {
  needsKit();
  test.use({ ownPacks: ['kit'] });

  test('show their birds as boxes and rows, by keyboard too, go into tables, and come back after a reload', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByTestId('choose-sound').first().setInputFiles(sound('common-chaffinch'));
    await expect(page.getByRole('table', { name: /^Birds in the recording/ })).toBeVisible(RUN);
    await expect(page.getByRole('button', { name: 'Raven selection table' })).toBeVisible(RUN);
    await expect(page.locator('.tile canvas[data-painted]').first()).toBeVisible();
    await expectAccessible(page);

    // The arrow keys reach a box, Enter plays it and nothing else, and the playhead moves.
    await page.getByRole('group', { name: /^Spectrogram of common-chaffinch/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(marks(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play the recording' })).toBeVisible({ timeout: 20_000 });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Raven selection table' }).click();
    const [head, first] = readFileSync(await (await download).path(), 'utf8').split('\n');
    expect(head).toMatch(
      /^Selection\tView\tChannel\tBegin Time \(s\)\tEnd Time \(s\)\tLow Freq \(Hz\)\tHigh Freq \(Hz\)\t/,
    );
    expect(first!.split('\t')).toHaveLength(head!.split('\t').length);

    await page.reload();
    await expect(marks(page).first()).toBeVisible(RUN);
    await expect(page.locator('.tile canvas[data-painted]').first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Play .* at / })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  test('in numbers are listened to one after the other, and one that is broken stops none', async ({ page }) => {
    await page.goto('/');
    const broken = { name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF....WAVEnothing') };
    const read = (name: string) => ({
      name: `${name}.mp3`,
      mimeType: 'audio/mpeg',
      buffer: readFileSync(sound(name)),
    });
    await page
      .getByTestId('choose-sound')
      .first()
      .setInputFiles([read('great-tit'), broken, read('song-thrush')]);
    await expect(page.getByText('All 3 listened to.')).toBeVisible(RUN);
    await expect(page.getByRole('listitem').filter({ hasText: 'broken.wav' })).toContainText(/Copy it again|Choose a/);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/^file,from_s.*\r\ngreat-tit\.mp3,/);
    await page.getByRole('link', { name: 'great-tit.mp3' }).click();
    await expect(page.getByText('The recording itself was not kept', { exact: false })).toBeVisible();
  });

  test('and a photo make one observation with one verdict', async ({ page }) => {
    await page.goto('/');
    await page.getByTestId('choose-photo').setInputFiles([join(KIT, 'media/photos/great-tit.jpg'), sound('great-tit')]);
    await expect(page.locator('section[aria-labelledby=verdict-name]')).toBeVisible(RUN);
    const notes = page.getByRole('region', { name: 'Field notes' });
    await expect(notes).toContainText(/Found (one|\w+) bird/);
    await expect(notes).toContainText(/By its voice|No bird was heard/);
    await expectAccessible(page);
  });
});
