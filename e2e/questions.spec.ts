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
    await page.getByTestId('choose-photo').setInputFiles(join(KIT, 'media/photos', 'common-raven.jpg'));
    const verdict = page.locator('section[aria-labelledby=verdict-name]');
    // Its size tells a raven from the other crows.
    const family = 'There is enough to name the family, but not the genus or species.';
    await expect(verdict).toContainText(family, RUN);
    const question = page.getByTestId('question');
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('radio', { name: 'as large as a crow' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    const species = verdict.getByRole('heading', { level: 2, name: /Common Raven/ });
    await expect(species).toBeVisible();
    await expect(verdict).not.toContainText(family);
    const notes = page.getByRole('region', { name: 'Field notes' });
    await expect(notes).toContainText('as large as a crow');

    // A raven that was as small as a thrush is none; then the answer is what it was.
    const change = page.getByRole('button', { name: 'Change size' });
    for (const [said, isNamed] of [
      ['as large as a thrush', false],
      ['as large as a crow', true],
    ] as const) {
      await change.focus();
      await page.keyboard.press('Enter');
      await question.getByRole('radio', { name: said }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(species).toBeVisible({ visible: isNamed });
    }

    await page.reload();
    await expect(species).toBeVisible(RUN);
    await expect(verdict).not.toContainText(family);
    await page.getByRole('button', { name: 'Take back size' }).click();
    await expect(verdict).toContainText(family);
    expect(outside.requests).toEqual([]);
  });
});
