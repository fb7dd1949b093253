import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, needsKit, test } from './fixtures.ts';
import { onBothSizes } from './sizes.ts';

const LIFE_LIST = [
  'Row #,Taxon Order,Category,Common Name,Scientific Name,Count,Location,S/P,Date,LocID,SubID,Exotic,Countable',
  '1,1,species,Coal Tit,Parus ater,1,"Kew Gardens, London",GB-ENG,3 Jan 2009,L1,S1,,1',
  '2,1,species,European Robin,Erithacus rubecula,2,Zürich,CH-ZH,17 May 2020,L2,S2,,1',
  '3,1,spuh,gull sp.,Larinae sp.,1,Zürich,CH-ZH,17 May 2020,L2,S2,,1',
].join('\r\n');

/** A run with models that load for the first time, on two busy cores. */
const RUN = { timeout: 90_000 };

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Field notebook' });

async function bringIn(page: Page): Promise<void> {
  const buffer = Buffer.from(LIFE_LIST);
  await page.getByTestId('choose-life-list').setInputFiles({ name: 'life.csv', mimeType: 'text/csv', buffer });
}

onBothSizes(test, () => {
  test('kept, named by search, taken back, named again, and on the list of my birds beside an eBird list', async ({
    page,
    browser,
  }) => {
    await page.goto('/');
    const buffer = await drawing(browser);
    const file = { name: 'goldcrest.png', mimeType: 'image/png', buffer };
    await page.getByTestId('choose-photo').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Keep', exact: true }).click(RUN);
    await page.getByRole('button', { name: 'Smaller copies' }).click();
    const kept = panel(page);
    await expect(kept.getByText('To be checked')).toBeVisible();

    await kept.getByRole('button', { name: /^(Name it|Correct it)$/ }).click();
    await kept.getByRole('combobox').fill('firecrst');
    await kept.getByRole('option', { name: /Common Firecrest/ }).click();
    await expect(kept.getByText('You: Common Firecrest').first()).toBeVisible();
    await kept.getByRole('button', { name: 'Undo' }).click();
    await expect(kept.getByText('To be checked')).toBeVisible();

    await kept.getByRole('button', { name: /^(Name it|Correct it)$/ }).click();
    await kept.getByLabel('Why? (optional)').fill('gold stripe, plain face');
    await kept.getByRole('combobox').fill('Wintergoldhaehnchen');
    await kept.getByRole('option', { name: /Goldcrest/ }).click();
    await expect(kept.getByText('New for you')).toBeVisible();
    await expect(kept.getByText(/^The app, with starter/).first()).toBeVisible();
    await kept.getByText('History (4)').click();
    await expect(kept.getByText('taken back', { exact: true })).toBeVisible();
    await kept.getByRole('button', { name: 'One more' }).click();
    await expectAccessible(page);

    await page.goto('/#/');
    await page.getByRole('link', { name: 'My birds' }).click();
    await expect(page.getByText('1 species')).toBeVisible();
    await bringIn(page);
    await expect(page.getByText('2 species, 2 of them new to your list.')).toBeVisible();
    await page.getByText('1 row is left out').click();
    await expect(page.getByText('Row 4: gull sp., Larinae sp.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add to my birds' }).click();
    await expect(page.getByText('3 species')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Coal Tit' })).toContainText('3 January 2009');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 species')).toBeVisible();

    // What was said is still there when the page is opened anew, with its picture.
    await page.getByRole('link', { name: /Goldcrest Regulus regulus/ }).click();
    await page.reload();
    await expect(panel(page).getByText('You: Goldcrest').first()).toBeVisible();
    await expect(panel(page).locator('output')).toHaveText('1');
    await expect(page.getByText('The photo, as you kept it.')).toBeVisible();
  });
});

test.describe('with the kit’s models', () => {
  needsKit();
  test.use({ ownPacks: ['kit'], viewport: { width: 1280, height: 900 } });

  /** Presses Tab until the control that is wanted has the focus. */
  async function tabTo(page: Page, control: Locator): Promise<void> {
    await control.waitFor();
    for (let presses = 0; presses < 80; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard does not get there');
  }

  test('on a desktop, by keyboard alone: kept, confirmed, corrected, judged again beside it, measured', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByTestId('choose-photo').setInputFiles(join(KIT, 'media/photos/barnacle-goose.jpg'));
    const keep = page.getByRole('button', { name: 'Keep', exact: true });
    await keep.waitFor(RUN);
    await tabTo(page, keep);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'The originals' }));
    await page.keyboard.press('Enter');
    const kept = panel(page);
    await tabTo(page, kept.getByRole('button', { name: /^Confirm: / }));
    await page.keyboard.press('Enter');
    await expect(kept.getByText('Confirmed by you')).toBeVisible();

    await tabTo(page, kept.getByRole('button', { name: 'Correct it' }));
    await page.keyboard.press('Enter');
    await expect(kept.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('canada goose');
    await expect(kept.getByRole('option').first()).toContainText('Branta canadensis');
    await page.keyboard.press('Enter');
    await expect(kept.getByText('You: Canada Goose').first()).toBeVisible();
    await expect(kept.getByText('Corrected by you')).toBeVisible();
    await expectAccessible(page);

    await page.reload();
    await tabTo(page, kept.getByRole('button', { name: 'Look again with today’s models' }));
    await page.keyboard.press('Enter');
    await expect(kept.getByText('History (4)')).toBeVisible(RUN);
    await expect(kept.getByText('Corrected by you')).toBeVisible();

    await tabTo(page, page.getByRole('link', { name: 'Your notebook' }).first());
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'My birds' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Of 1 species that the app named and you checked, 0 were right.')).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, page.getByRole('button', { name: 'Save as a labelled set' }));
    const [zip] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(zip.suggestedFilename()).toMatch(/^goldcrest-labelled-.*\.zip$/);
  });
});
