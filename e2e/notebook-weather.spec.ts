import type { Browser, Page } from '@playwright/test';
import { fillNotebook } from '../scripts/made-notebook.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

/** A run with models that load for the first time, on two busy cores. */
const RUN = { timeout: 90_000 };

const panel = (page: Page) => page.getByRole('region', { name: 'Field notebook' });
const keepButton = (page: Page) => page.getByRole('button', { name: 'Keep', exact: true });

async function identify(page: Page, browser: Browser): Promise<void> {
  await page.goto('/');
  const file = { name: 'goldcrest.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').first().setInputFiles(file);
  await keepButton(page).waitFor(RUN);
}

async function ready(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByTestId('choose-photo').first()).toBeAttached();
}

test.describe('bad weather', () => {
  test.use({ allowedProblems: [/quota|favicon/i] });

  test('a full device keeps nothing by halves, says so, and keeps it once there is room', async ({
    page,
    browser,
    site,
  }) => {
    // Before anything is written: for half a minute the browser goes by the room that it saw last.
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
    await identify(page, browser);
    await keepButton(page).click();
    await page.getByRole('button', { name: 'The originals' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This observation is not kept' });
    await expect(alert).toContainText('free some space');
    // Nor was there room for the draft: nobody says that it stays.
    await expect(alert).not.toContainText('draft');
    await expect(keepButton(page)).toBeVisible();

    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
    await keepButton(page).click();
    await expect(panel(page).getByText('Kept in your notebook.')).toBeVisible();
    await expect(panel(page)).toContainText('Original files kept');
  });

  test('a window that stores nothing identifies, says that it forgets, and takes no backup', async ({
    page,
    browser,
  }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('not in a private window', 'SecurityError');
      };
    });
    await identify(page, browser);
    await expect(page.getByRole('alert').first()).toContainText('This browser keeps no data for the app');
    await keepButton(page).click();
    await page.getByRole('button', { name: 'Smaller copies' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'This observation is not kept' })).toBeVisible();
    await page.goto('/#/export');
    await expect(page.getByText('Nothing is kept yet.')).toBeVisible();
  });

  test('two tabs: what one does the other shows, and says what it cannot do any more', async ({ page, context }) => {
    await ready(page);
    await fillNotebook(page, { count: 30, photoBytes: 0 });
    await page.goto('/#/notebook');
    await expect(page.getByText('30 observations.')).toBeVisible();
    await page.locator('.rows > li').first().click();
    await expect(panel(page)).toBeVisible();

    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Remove from the notebook' }).click();
    await expect(other.getByText('Observation deleted.')).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(panel(page)).toBeVisible();
    await other.goto('/#/notebook');
    await expect(other.getByText('30 observations.')).toBeVisible();
  });

  test('a newer app in another tab: this one says to reload, and nothing is lost', async ({ page, context }) => {
    await ready(page);
    await fillNotebook(page, { count: 3, photoBytes: 0 });
    await page.goto('/#/notebook');
    await page.locator('.rows > li').first().click();
    await expect(panel(page)).toBeVisible();
    const newer = await context.newPage();
    await newer.goto('/icons/mark.svg');
    await newer.evaluate(async () => {
      await new Promise((resolve) => {
        indexedDB.open('goldcrest', 99).onsuccess = resolve;
      });
    });
    await panel(page).getByRole('button', { name: 'One more' }).click();
    await expect(page.getByRole('alert')).toContainText('Your change was not saved');
    await expect(page.getByRole('alert')).toContainText('Reload this page');
  });

  test('a browser that has cleared the notebook is reported, with what to do; a photo that is gone leaves its small picture', async ({
    page,
  }) => {
    await ready(page);
    await fillNotebook(page, { count: 3, photoBytes: 1000 });
    await page.goto('/#/notebook');
    await expect(page.getByText('3 observations.')).toBeVisible();
    await emptied(page, ['media']);
    await page.goto('/#/export');
    await page.reload();
    const [backup] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Back up now' }).click(),
    ]);
    await expect(page.getByText('3 photos and sounds are not on this device any more')).toBeVisible();

    await emptied(page, ['observations', 'identifications', 'keptRuns']);
    await page.reload();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Your notebook is empty');
    await expect(alert).toContainText('the 3 observations');
    await expect(alert).toContainText('restore it under');
    await page.goto('/#/export');
    await page.getByTestId('choose-backup').setInputFiles(await backup.path());
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Done: 3 added, 0 merged.')).toBeVisible();
    // Whoever goes to look at what came can still take it back.
    await page.getByRole('link', { name: 'Your notebook' }).first().click();
    await expect(page.getByText('3 observations.')).toBeVisible();
    await expect(page.locator('.rows > li')).toHaveCount(3);
    await page.goto('/#/export');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. The notebook is as it was before.')).toBeVisible();
  });
});

/** What an eviction does: stores are empty, and nobody has said so. */
function emptied(page: Page, stores: string[]): Promise<void> {
  return page.evaluate(async (names) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('goldcrest');
      asked.onsuccess = () => {
        resolve(asked.result);
      };
    });
    const transaction = database.transaction(names, 'readwrite');
    for (const name of names) transaction.objectStore(name).clear();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, stores);
}
