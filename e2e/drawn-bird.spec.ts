import type { Browser, Page } from '@playwright/test';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { cancelAfter, openPack } from './headless.ts';
import { visitUntilKept } from './offline-helpers.ts';

async function identify(page: Page, browser: Browser): Promise<void> {
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').setInputFiles(file);
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
}

interface Shift {
  value: number;
  what: string;
}

/** Runs in the page: notes every move on the screen but those within half a second of a click, which were asked for. */
function noteShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  const moved: Shift[] = [];
  Object.assign(globalThis, { moved });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      const what = sources.map(({ node }) => (node instanceof Element ? node.className : node?.textContent)).join(', ');
      if (!hadRecentInput) moved.push({ value, what: `${value.toFixed(4)} ${what}` });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved since the last look. */
const shifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { moved: Shift[] }).moved.splice(0));

const sum = (moved: Shift[]): number => moved.reduce((total, { value }) => total + value, 0);

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

  // As the browser counts it: the notes, which are drawn anew below the verdict, do not count as moved.
  test('shifts no layout by itself, on a phone or a desktop, from the photo to the verdict', async ({
    page,
    browser,
  }) => {
    await page.addInitScript(noteShifts);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('about:blank');
      await page.goto('/');
      await expect(page.getByTestId('choose-photo')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      // Fonts that come late may move a line: how far depends on the fonts that stand in on this machine.
      expect(sum(await shifts(page))).toBeLessThan(0.05);
      await identify(page, browser);
      await expect(page.getByRole('region', { name: 'Field notes' })).toBeAttached();
      const moved = await shifts(page);
      expect(sum(moved), moved.map(({ what }) => what).join('\n')).toBeLessThan(0.01);
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
    const loading = await cancelAfter(page, 100);
    await page.evaluate(() => goldcrest.app.warmUp());
    const running = await cancelAfter(page, 10);
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
