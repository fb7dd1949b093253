import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { onBothSizes } from './sizes.ts';

async function keepOne(page: Page, browser: Browser): Promise<void> {
  await page.goto('/');
  const buffer = await drawing(browser);
  await page
    .getByTestId('choose-photo')
    .first()
    .setInputFiles({ name: 'goldcrest.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Keep', exact: true }).click({ timeout: 90_000 });
  await page.getByRole('button', { name: 'The originals' }).click();
  await expect(page.getByText('Kept in your notebook.')).toBeVisible();
}

async function downloaded(page: Page, button: string): Promise<{ name: string; text: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const path = await download.path();
  return { name: download.suggestedFilename(), text: await readFile(path, 'latin1'), path };
}

onBothSizes(test, () => {
  test('what was kept is exported, backed up, deleted and brought back', async ({ page, browser }) => {
    await keepOne(page, browser);
    const steps = await page.locator('ol.list > li').count();
    expect(steps).toBeGreaterThan(2);
    await page.goto('/#/about');
    await page.getByRole('link', { name: 'Export and backup' }).click();
    await expect(page.getByRole('heading', { name: 'Export and backup' })).toBeVisible();
    await expect(page.getByText('None of your observations is confirmed yet.')).toBeVisible();
    await expect(page.getByText('No backup yet.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('radio', { name: /^All/ }).check();
    await page.getByRole('radio', { name: /^Maps/ }).check();
    await expect(page.getByText('One observation of')).toBeVisible();
    const map = await downloaded(page, 'Download');
    expect(map.name).toBe('goldcrest.geojson');
    expect((JSON.parse(map.text) as { features: unknown[] }).features).toHaveLength(1);

    for (const [choice, name] of [
      [/^GBIF/, 'goldcrest-darwin-core.zip'],
      [/^Photo programs/, 'goldcrest.png.xmp'],
      [/^iNaturalist/, 'goldcrest-inaturalist.csv'],
      [/^Spreadsheets/, 'goldcrest.csv'],
    ] as const) {
      await page.getByRole('radio', { name: choice }).check();
      expect((await downloaded(page, 'Download')).name).toBe(name);
    }

    await page.getByRole('radio', { name: /^Raven/ }).check();
    await expect(page.getByText('None of them has a recording')).toBeVisible();

    const backup = await downloaded(page, 'Back up now');
    expect(backup.name).toMatch(/^goldcrest-backup-\d{4}-\d\d-\d\d\.zip$/);
    expect(backup.text.slice(0, 2)).toBe('PK');
    await expect(page.getByText('Nothing new since.')).toBeVisible();

    await page.goto('/#/about');
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByRole('group')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.goto('/#/export');
    await expect(page.getByText('Nothing is kept yet.')).toBeVisible();

    await page
      .getByTestId('choose-backup')
      .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') });
    await expect(page.getByRole('alert')).toContainText('This file is not a backup.');
    await page.getByTestId('choose-backup').setInputFiles(backup.path);
    await expect(page.getByText('1 new', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Done: 1 added, 0 merged.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. The notebook is as it was before.')).toBeVisible();
    await expect(page.getByText('Nothing is kept yet.')).toBeVisible();
    await page.getByTestId('choose-backup').setInputFiles(backup.path);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Done: 1 added, 0 merged.')).toBeVisible();
    await page.getByTestId('choose-backup').setInputFiles(backup.path);
    await expect(page.getByText('1 the same', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();

    // The run came with it: its verdict and every step, with the photo as it was kept.
    await page.goto('/#/notebook');
    await page.locator('.rows > li').first().click();
    await expect(page.locator('section[aria-labelledby=verdict-name]')).toBeVisible();
    expect(await page.locator('ol.list > li').count()).toBe(steps);
    await expect(page.getByText(/Original files kept/)).toBeVisible();
  });
});
