import { join } from 'node:path';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { expect, needsKit, test } from './fixtures.ts';

/** A whole run with models that load for the first time, on two busy cores. */
const RUN = { timeout: 60_000 };

test.describe('a photo whose verdict an answer changes', () => {
  needsKit();
  test.use({ ownPacks: ['kit'] });

  test('is asked about, answered and changed by the keyboard, read back after a reload, and the answer taken back', async ({
    page,
    outside,
  }) => {
    await page.goto('/');
    await page.getByTestId('choose-photo').setInputFiles(join(KIT, 'media/photos', 'military-macaw.jpg'));
    const verdict = page.locator('section[aria-labelledby=verdict-name]');
    // Its size tells the macaw from smaller parrots.
    const family = 'There is enough to name the family, but not the genus or species.';
    await expect(verdict).toContainText(family, RUN);
    const question = page.getByTestId('question');
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('radio', { name: 'as large as a goose' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    const named = verdict.locator('.ladder li', { hasText: 'Species' }).getByText('sure enough', { exact: true });
    await expect(named).toBeAttached();
    await expect(verdict).not.toContainText(family);
    const notes = page.getByRole('region', { name: 'Field notes' });
    await expect(notes).toContainText('as large as a goose');

    // As large as a thrush it is none; then the answer is what it was.
    const change = page.getByRole('button', { name: 'Change size' });
    for (const [said, isNamed] of [
      ['as large as a thrush', false],
      ['as large as a goose', true],
    ] as const) {
      await change.focus();
      await page.keyboard.press('Enter');
      await question.getByRole('radio', { name: said }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(notes).toContainText(said);
      await expect(named).toHaveCount(isNamed ? 1 : 0);
    }

    await page.reload();
    await expect(named).toBeAttached(RUN);
    await expect(verdict).not.toContainText(family);
    await page.getByRole('button', { name: 'Take back size' }).click();
    await expect(verdict).toContainText(family);
    expect(outside.requests).toEqual([]);
  });
});
