import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What still fades in has too little contrast for a moment: only a screen at rest is judged. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    // One that is cancelled, because its element went, has come to rest too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Axe finds nothing on the screen as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
