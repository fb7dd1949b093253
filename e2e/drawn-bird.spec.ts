import type { Browser, Page } from '@playwright/test';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { openPack } from './headless.ts';
import { visitUntilKept } from './offline-helpers.ts';

async function identify(page: Page, browser: Browser): Promise<void> {
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').setInputFiles(file);
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
}

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

const notes = (page: Page) => page.getByRole('region', { name: 'Field notes' }).getByRole('listitem');

test.describe('a drawn bird, with the starter pack', () => {
  test('is found, judged and looked at, and gets no species it does not deserve', async ({
    page,
    browser,
    outside,
  }) => {
    await page.goto('/');
    await identify(page, browser);
    await expect(notes(page).first()).toContainText('Found one bird');
    expect(await notes(page).count()).toBeGreaterThanOrEqual(4);
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Not enough');
    expect(outside.requests).toEqual([]);
  });

  test('moves nothing on the screen by itself, on a phone or a desktop, from the photo to the verdict', async ({
    page,
    browser,
  }) => {
    // What moves within half a second of a click was asked for; a test's files come without one.
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(globalThis, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
          const what = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
          if (!entry.hadRecentInput) moved.push(`${entry.value.toFixed(4)} ${what.join(' | ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('about:blank');
      await page.goto('/');
      await identify(page, browser);
      const moved = await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
      // The browser's own measure of "good" is 0.1 in all; a single line of text that moves a little is 0.01.
      expect(moved.filter((line) => Number.parseFloat(line) > 0.01)).toEqual([]);
    }
  });

  test('whose run is cancelled, while a model loads or runs, gets its answer within 200 ms', async ({
    page,
    browser,
  }) => {
    expect(await openPack(page)).toBeNull();
    await page
      .locator('#files')
      .setInputFiles({ name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) });
    const loading = await page.evaluate(() => goldcrest.cancelAfter(0, 100));
    await page.evaluate(() => goldcrest.app.warmUp());
    const running = await page.evaluate(() => goldcrest.cancelAfter(0, 10));
    expect(Math.max(loading, running)).toBeLessThan(200);
  });

  test('is identified with the server stopped', async ({ page, browser, site }) => {
    await visitUntilKept(page);
    await site.stop();
    await page.reload();
    await identify(page, browser);
    expect(await notes(page).count()).toBeGreaterThanOrEqual(4);
  });
});
