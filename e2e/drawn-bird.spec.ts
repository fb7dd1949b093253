import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { visitUntilKept } from './offline-helpers.ts';

/** Our own drawing, so that a whole identification runs on any machine; no model has ever seen a bird like it. */
async function drawing(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.setContent(readFileSync('e2e/fixtures/drawn-goldcrest.svg', 'utf8'));
  const picture = await page.locator('svg').screenshot();
  await page.close();
  return picture;
}

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

  test('is identified with the server stopped', async ({ page, browser, site }) => {
    await visitUntilKept(page);
    await site.stop();
    await page.reload();
    await identify(page, browser);
    expect(await notes(page).count()).toBeGreaterThanOrEqual(4);
  });
});
