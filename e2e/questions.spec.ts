import { join } from 'node:path';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { expect, needsKit, test } from './fixtures.ts';

/** A whole run with models that load for the first time, on two busy cores. */
const RUN = { timeout: 60_000 };

test.describe('a photo whose verdict an answer changes', () => {
  needsKit();
  test.use({ ownPacks: ['kit'] });

  test('is asked about, answered, read back after a reload, and the answer taken back', async ({ page, outside }) => {
    await page.goto('/');
    await page.getByTestId('choose-photo').setInputFiles(join(KIT, 'media/photos', 'PHOTO.jpg'));
    const verdict = page.locator('section[aria-labelledby=verdict-name]');
    await expect(verdict).toContainText('BEFORE', RUN);
    const question = page.getByTestId('question');
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('radio', { name: 'ANSWER' }).check({ force: true });
    await question.getByRole('button', { name: 'Answer' }).click();
    await expect(verdict).toContainText('AFTER');
    const notes = page.getByRole('region', { name: 'Field notes' });
    await expect(notes).toContainText('The observer said: ANSWER.');

    await page.reload();
    await expect(verdict).toContainText('AFTER', RUN);
    await page.getByRole('button', { name: 'Take back size' }).click();
    await expect(verdict).toContainText('BEFORE');
    expect(outside.requests).toEqual([]);
  });
});
