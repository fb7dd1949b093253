import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { darkPicture, drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

const RUN = { timeout: 90_000 };
const verdict = (page: Page) => page.locator('section[aria-labelledby=verdict-name]');

async function chooseThree(page: Page, browser: Browser): Promise<void> {
  const bird = await drawing(browser);
  const files = [bird, await darkPicture(browser), bird].map((buffer) => ({
    name: 'image.png',
    mimeType: 'image/png',
    buffer,
  }));
  await page.getByTestId('choose-photo').first().setInputFiles(files);
}

test.describe('several photos that differ', () => {
  test('are asked about, and as several birds fill a table', async ({ page, browser }) => {
    await page.goto('/');
    await chooseThree(page, browser);
    const question = page.getByRole('dialog', { name: 'One bird, or three?' });
    await expect(question).toContainText('differ in looks', RUN);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Three birds' }).click();
    await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible();
    await expect(page.getByText('All 3 photos checked.')).toBeVisible(RUN);
    await expect(page.locator('ol.list > li.done')).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'image.png' }).first().click();
    await expect(verdict(page)).toBeVisible();
  });

  test('are judged together as one bird, and one can be removed before and after', async ({ page, browser }) => {
    await page.goto('/');
    await chooseThree(page, browser);
    const question = page.getByRole('dialog', { name: 'One bird, or three?' });
    await expect(question).toBeVisible(RUN);
    await question.getByRole('button', { name: 'Remove photo 3' }).click();
    const two = page.getByRole('dialog', { name: 'One bird, or two?' });
    await two.getByRole('button', { name: 'One bird' }).click();
    await expect(verdict(page)).toBeVisible(RUN);
    const strip = page.getByRole('list', { name: 'Photos of this observation' });
    await expect(strip.getByRole('listitem')).toHaveCount(2);
    await strip.getByRole('button', { name: 'Photo 2 of 2', exact: true }).click();
    await strip.getByRole('button', { name: 'Remove photo 2 of 2' }).click();
    await expect(strip).toHaveCount(0);
    await expect(verdict(page)).toBeVisible(RUN);
  });

  test('that do not differ are one bird without a question', async ({ page, browser }) => {
    const bird = await drawing(browser);
    await page.goto('/');
    const file = { name: 'image.png', mimeType: 'image/png', buffer: bird };
    await page.getByTestId('choose-photo').first().setInputFiles([file, file]);
    await expect(verdict(page)).toBeVisible(RUN);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
