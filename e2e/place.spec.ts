import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { visitUntilKept } from './offline-helpers.ts';

const RUN = { timeout: 60_000 };

async function identify(page: Page, browser: Browser): Promise<void> {
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').first().setInputFiles(file);
  await verdictIs(page);
}

const verdictIs = (page: Page) => expect(page.getByTestId('announcer')).toContainText('Verdict', RUN);

test.describe('a place', () => {
  test('is found by its name, is suggested for the next photo, and is found again with the server stopped', async ({
    page,
    browser,
    site,
    outside,
  }) => {
    await visitUntilKept(page);
    await identify(page, browser);
    expect(site.requests).not.toContain('/gazetteer/places.txt');
    await page.getByRole('button', { name: 'Add date and place' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Search by name' }).fill('Muenchen');
    await expect(sheet.getByRole('option').first()).toContainText('Bavaria, Germany');
    await expectAccessible(page);
    await sheet.getByRole('option').first().click();
    await expect(sheet.getByText('Munich, Bavaria, Germany.')).toBeVisible();
    await sheet.getByLabel('Date', { exact: true }).fill('2026-05-17');
    await sheet.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText('Munich, Bavaria, Germany')).toBeVisible();
    await verdictIs(page);
    await expect(page.getByText('No place was given', { exact: false })).toHaveCount(0, RUN);

    // The next photo of the same outing: one tap.
    await page.getByRole('link', { name: 'Goldcrest, go to the first screen' }).click();
    await identify(page, browser);
    const suggestion = page.getByRole('button', { name: 'Use Munich, Bavaria, Germany, 17 May 2026' });
    await expect(suggestion).toBeVisible(RUN);
    await expectAccessible(page);
    await suggestion.click();
    await expect(suggestion).toHaveCount(0);
    await expect(page.getByText('17 May 2026')).toBeVisible();

    await site.stop();
    await page.reload();
    await page.goto('/#/record');
    await page.getByRole('button', { name: /^(Add|Change) date and place/ }).click();
    await page.getByRole('combobox', { name: 'Search by name' }).fill('Lissabon');
    await expect(page.getByRole('option').first()).toContainText('Lisbon');
    expect(outside.requests).toEqual([]);
  });

  test('sheet has no side scroll, and the map can be zoomed to a county by keyboard', async ({ page, browser }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/');
    await identify(page, browser);
    await page.getByRole('button', { name: 'Add date and place' }).click();
    await page.getByRole('combobox', { name: 'Search by name' }).fill('Norfolk, England');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Norfolk, England, United Kingdom.')).toBeVisible();
    const map = page.getByRole('application');
    await expect(map.locator('text', { hasText: 'Norwich' })).toBeVisible();
    await map.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('-');
    await expect(map.locator('text', { hasText: 'London' })).toBeVisible();
    await expectAccessible(page);
    const wide = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});
