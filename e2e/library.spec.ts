import { expectAccessible } from './accessible.ts';
import { darkPicture, drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { onBothSizes } from './sizes.ts';

const RUN = { timeout: 120_000 };
/** A burst of photos that say nothing of when they were taken is no burst: each is an observation. */
const COUNT = 10;

onBothSizes(test, () => {
  test.setTimeout(300_000);
  test('a library of photos goes on after a reload where it was, and all of it is kept in one tap', async ({
    page,
    browser,
  }) => {
    const [bird, dark] = [await drawing(browser), await darkPicture(browser)];
    const files = Array.from({ length: COUNT }, (_, index) => ({
      name: `IMG_${index + 1}.png`,
      mimeType: 'image/png',
      // Of the same bytes two photos would be one file.
      buffer: Buffer.concat([index === 0 ? bird : dark, Buffer.from(String(index))]),
    }));
    await page.goto('/');
    await page.getByTestId('choose-photo').first().setInputFiles(files);
    await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible(RUN);
    await expect(page.locator('ol.list > li.done').first()).toBeVisible(RUN);
    await expect(page.getByText('You can close the app.')).toBeVisible();
    await expectAccessible(page);

    await page.reload();
    await page.goto('/');
    const waiting = page.getByRole('group', { name: 'Some of your photos are still waiting' });
    await expect(waiting).toContainText(/\d+ of 10 done before the app was closed/, RUN);
    await expectAccessible(page);
    await waiting.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Keep all in the notebook' }).click(RUN);
    await expect(page.getByText(`All ${COUNT} photos checked.`)).toBeVisible(RUN);
    await expect(page.getByText(`${COUNT} kept in your notebook.`)).toBeVisible(RUN);
    await page.goto('/#/notebook');
    await expect(page.getByText(`${COUNT} observations.`)).toBeVisible();
    await page.reload();
    await page.goto('/');
    await expect(waiting).toHaveCount(0);
  });
});
