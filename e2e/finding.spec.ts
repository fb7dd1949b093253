import { fillNotebook } from '../scripts/made-notebook.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { onBothSizes } from './sizes.ts';
import { visitUntilKept } from './offline-helpers.ts';

// What comes when it is first used and was not: names of places, finer coasts, names of birds in other languages.
const NOT_KEPT = /ERR_FAILED.*(gazetteer|countries-50m|taxonomy\/names)/;
test.use({ allowedProblems: [NOT_KEPT] });

onBothSizes(test, () => {
  test('the next day, without a network, what was kept is found, filtered, seen on the map and reviewed by keyboard', async ({
    page,
    site,
  }) => {
    await visitUntilKept(page);
    await fillNotebook(page, { count: 120, photoBytes: 0 });
    // Their texts and parts are kept with the app; nothing of them was opened before.
    await site.stop();
    await page.reload();

    await page.getByRole('link', { name: 'Your notebook' }).first().click();
    await expect(page.getByText('120 observations.')).toBeVisible();
    const rows = page.locator('.rows > li');
    await expect(rows.first()).toBeVisible();
    await expectAccessible(page);

    const search = page.getByRole('searchbox', { name: /^Search by name/ });
    await search.fill('made 7');
    await expect(page.getByText(/^\d+ of 120 observations\./)).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('How sure').selectOption({ label: 'Needs a second look' });
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    const check = await page.getByText(/^\d+ of 120 observations\./).textContent();
    await page.getByRole('button', { name: 'Clear the filters' }).click();

    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await expect(page.getByText('120 observations on this part of the map.')).toBeVisible();
    await expect(page.locator('.spot').first()).toBeAttached();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.locator('.day.seen').first().click();
    await expect(rows.first()).toBeVisible();
    await expectAccessible(page);

    const left = Number(check?.split(' ')[0]);
    await page.getByRole('link', { name: `Review ${left}` }).click();
    const leftNow = (count: number, put = ''): Promise<void> =>
      expect(page.getByText(`${count} left${put}.`)).toBeVisible();
    await leftNow(left);
    await expectAccessible(page);
    await page.keyboard.press('y');
    await leftNow(left - 1);
    await page.keyboard.press('n');
    await leftNow(left - 2);
    await page.keyboard.press('l');
    await leftNow(left - 3, ', 1 put off');
    await page.keyboard.press('u');
    await leftNow(left - 2);
    await page.keyboard.press('c');
    await page.getByRole('combobox').fill('goldcrest');
    await page.getByRole('option', { name: /Regulus regulus/ }).click();
    await expect(page.getByText('Corrected to Goldcrest.')).toBeVisible();
    await leftNow(left - 3);
    await page.keyboard.press('u');
    await leftNow(left - 2);

    // One tap from a row to the observation, and Back to where the list was.
    await page.goto('/#/notebook');
    await rows.nth(3).getByRole('link').click();
    await expect(page).toHaveURL(/#\/run\//);
  });
});
