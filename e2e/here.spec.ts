import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { visitUntilKept } from './offline-helpers.ts';

const RUN = { timeout: 60_000 };

test('the birds to expect here are one tap from home, by month, searched, and there with the server stopped', async ({
  page,
  site,
  outside,
}) => {
  await visitUntilKept(page);
  await page.getByRole('link', { name: 'Likely here now' }).click();
  await page.getByRole('button', { name: 'Choose a place' }).click();
  await page.getByRole('combobox', { name: 'Search by name' }).fill('Berlin');
  await expect(page.getByRole('option').first()).toContainText('Germany');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set the place' }).click();
  const birds = page.locator('ul.birds > li');
  await expect(birds.first()).toBeVisible(RUN);
  await page.getByLabel('Month').selectOption({ label: 'June' });
  await expect(page.getByText(/^\d+ birds in June$/)).toBeVisible();
  await page.getByLabel('Find a bird in the list').fill('common swift');
  await expect(birds).toHaveCount(1);
  await expect(birds.getByRole('img')).toHaveAccessibleName(/^(April|May) to (August|September)$/);
  await expectAccessible(page);

  // No kiwi in Berlin.
  await page.getByLabel('Find a bird in the list').fill('kiwi');
  await expect(page.getByText('No bird called “kiwi” is expected', { exact: false })).toBeVisible();
  // And no swift in January.
  await page.getByLabel('Find a bird in the list').fill('common swift');
  await page.getByLabel('Month').selectOption({ label: 'January' });
  await expect(page.getByText('No bird called “common swift”', { exact: false })).toBeVisible();

  await site.stop();
  await page.reload();
  await expect(birds.first()).toBeVisible(RUN);
  await expect(page.getByText('Berlin', { exact: false }).first()).toBeVisible();
  expect(outside.requests).toEqual([]);
});

for (const width of [320, 390, 1280]) {
  test(`the list of birds fits ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      const place = { latitude: 51.5, longitude: -0.12, precisionKm: 10, source: 'search', name: 'London, England' };
      localStorage.setItem('goldcrest.places', JSON.stringify([{ place, day: null, at: Date.now() }]));
    });
    await page.goto('/#/here');
    await expect(page.locator('ul.birds > li').first()).toBeVisible(RUN);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}
