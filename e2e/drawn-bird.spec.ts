import type { Browser, Page } from '@playwright/test';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { openPack } from './headless.ts';
import { visitUntilKept } from './offline-helpers.ts';

async function identify(page: Page, browser: Browser): Promise<void> {
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').setInputFiles(file);
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
}

const notes = (page: Page) => page.getByRole('region', { name: 'Field notes' }).getByRole('listitem');

test.describe('a drawn bird, with the starter pack', () => {
  test('is found, judged and looked at, and gets no species it does not deserve', async ({
    page,
    browser,
    outside,
  }) => {
    await page.goto('/');
    await identify(page, browser);
    await expect(notes(page).first()).toContainText('Found one bird');
    expect(await notes(page).count()).toBeGreaterThanOrEqual(4);
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Not enough');
    expect(outside.requests).toEqual([]);
  });

  test('whose run is cancelled, while a model loads or runs, gets its answer within 200 ms', async ({
    page,
    browser,
  }) => {
    expect(await openPack(page)).toBeNull();
    await page
      .locator('#files')
      .setInputFiles({ name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) });
    const loading = await page.evaluate(() => goldcrest.cancelAfter(0, 100));
    await page.evaluate(() => goldcrest.app.warmUp());
    const running = await page.evaluate(() => goldcrest.cancelAfter(0, 10));
    expect(Math.max(loading, running)).toBeLessThan(200);
  });

  test('is identified with the server stopped', async ({ page, browser, site }) => {
    await visitUntilKept(page);
    await site.stop();
    await page.reload();
    await identify(page, browser);
    expect(await notes(page).count()).toBeGreaterThanOrEqual(4);
  });
});
