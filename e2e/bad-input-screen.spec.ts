import { utimes, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { jpeg, ycc } from '../src/testing/jpeg.ts';
import { bombPng, png } from '../src/testing/pictures.ts';
import { expect, test } from './fixtures.ts';

/** A landscape without a bird: sky above, hills below. */
const hills = {
  name: 'hills.png',
  mimeType: 'image/png',
  buffer: png(320, 240, (x, y) => (y < 120 + 20 * Math.sin(x / 40) ? [150, 190, 230] : [60, 110 + (y % 16), 50])),
};
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Saw a goldcrest today.') };
const heic = {
  name: 'IMG_1.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]),
};
const bomb = { name: 'bomb.png', mimeType: 'image/png', buffer: bombPng(60_000, 60_000) };
const whole = jpeg({ width: 64, height: 48, block: (x) => ycc([x * 20, 90, 40]) });
const cut = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, whole.length - 30) };

const choose = (page: Page, ...files: (typeof hills)[]): Promise<void> =>
  page.getByTestId('choose-photo').first().setInputFiles(files);

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('a file that cannot be opened is named, with what to do, and can be dismissed', async ({ page }) => {
  await choose(page, text);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('“notes.txt” was not opened');
  await expect(alert).toContainText('Choose a JPEG, PNG, WebP, AVIF or GIF file');
  await expect(alert).toContainText('The file itself was not changed.');
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
  await alert.getByRole('button', { name: 'Close this message' }).click();
  await expect(alert).toHaveCount(0);
});

test('each of several files that cannot be opened gets a message of its own', async ({ page }) => {
  await choose(page, heic, bomb, cut);
  const alerts = page.getByRole('alert');
  await expect(alerts).toHaveCount(3);
  await expect(alerts.nth(0)).toContainText('Save it as JPEG first');
  await expect(alerts.nth(1)).toContainText('Save a copy of at most 50 megapixels');
  await expect(alerts.nth(2)).toContainText('Copy it again from the camera or phone');
});

test('a file that was changed after it was chosen cannot be read any more, and says so', async ({ page }, info) => {
  const path = info.outputPath('bird.jpg');
  await writeFile(path, whole);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'kept' }));
  });
  await page.locator('#kept').setInputFiles(path);
  // The browser notes when the file was changed last with its size, which is asked for here.
  await page.locator('#kept').evaluate((input: HTMLInputElement) => input.files![0]!.size);
  await utimes(path, 1, 1);
  await page.locator('#kept').evaluate((input: HTMLInputElement) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(input.files![0]!);
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByRole('alert')).toContainText('“bird.jpg” was not opened');
  await expect(page.getByRole('alert')).toContainText('Copy it to this device, then choose it once more.');
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
});

test('a bad file among good ones stops nothing: the rest is identified, without a bird as "no bird found"', async ({
  page,
}) => {
  await choose(page, text, hills);
  await expect(page.getByRole('alert')).toContainText('The other files, the date and the place are kept.');
  await expect(page.locator('#verdict-name')).toHaveText('No bird found', { timeout: 60_000 });
  await expect(page.getByText('Try one where the bird fills more of the frame.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('“notes.txt” was not opened');
});

test.describe('date and place', () => {
  test.beforeEach(async ({ page }) => {
    await choose(page, hills);
    await expect(page.locator('#verdict-name')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: /Add date and place/ }).click();
  });

  test('a place that is not on Earth is refused while it is typed, with what would be right', async ({ page }) => {
    const place = page.getByLabel('Latitude and longitude');
    const save = page.getByRole('button', { name: 'Look again' });
    for (const [typed, answer] of [
      ['91, 8', 'between 90° south and 90° north'],
      ['-90.5, 8', 'between 90° south and 90° north'],
      ['47, 181', 'between 180° west and 180° east'],
      ['near the lake', 'such as 47.37, 8.54'],
    ] as const) {
      await place.fill(typed);
      await expect(page.getByText(answer)).toBeVisible();
      await expect(place).toHaveAttribute('aria-invalid', 'true');
      await expect(save).toBeDisabled();
    }
    await place.fill('47.37, 8.54');
    await expect(place).toHaveAttribute('aria-invalid', 'false');
    await save.click();
    await expect(page.getByText('47.370° N, 8.540° E')).toBeVisible();
  });

  test('a date in the future is refused; today is not', async ({ page }) => {
    const date = page.getByLabel('Date', { exact: true });
    const save = page.getByRole('button', { name: 'Look again' });
    await date.fill('2199-01-01');
    await expect(page.getByText('This date is in the future.')).toBeVisible();
    await expect(save).toBeDisabled();
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
    await date.fill(today);
    await expect(page.getByText('This date is in the future.')).toHaveCount(0);
    await expect(save).toBeEnabled();
  });

  test('nothing that was refused is kept', async ({ page }) => {
    await page.getByLabel('Latitude and longitude').fill('91, 8');
    await page.getByLabel('Date', { exact: true }).fill('2199-01-01');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('No date and no place')).toBeVisible();
    await expect(page.locator('#verdict-name')).toHaveText('No bird found');
  });
});
