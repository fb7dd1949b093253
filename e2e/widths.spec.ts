import type { Page } from '@playwright/test';
import { darkPicture, drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

const RUN = { timeout: 90_000 };
const WIDTHS = [320, 360, 390, 768, 1280];

const BOX = /^(Draw a box|Change the box|Rahmen (ziehen|ändern))$/;
const CANCEL = /^(Cancel|Abbrechen)$/;
const DATE_AND_PLACE = /date and place|Datum und Ort/;
const ONE_BIRD = /^(One bird|Ein Vogel)$/;

/** What does not fit the screen as it is: text or controls past its edges, and targets too small for a thumb. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44;
    const name = (element: Element): string => {
      const words = (element.getAttribute('aria-label') ?? element.textContent)
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} “${words}”`;
    };
    const open = document.querySelector('dialog[open]');
    const root = open ?? document.body;
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`the page is ${over} px too wide`);
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    /** What scrolls inside, or is cut off on purpose (for readers of the screen only), may be wider. */
    const isHeld = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null && one !== root; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.overflowX !== 'visible' || style.clipPath !== 'none') return true;
      }
      return false;
    };
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof SVGElement || !isShown(element)) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -1 || right > innerWidth + 1) && !isHeld(element))
        found.push(`past the edge: ${name(element)}`);
    }
    const targets = 'button, select, summary, input, textarea, [role=option], [role=button], a[href]';
    for (const target of root.querySelectorAll<HTMLElement>(targets)) {
      if (!isShown(target)) continue;
      // A link inside a sentence is read, not aimed at; one in a label or on a map has another target around it.
      if (target.matches('p a, dd a, li > a, .note a') || getComputedStyle(target).display === 'inline') continue;
      const area = target.closest('label') ?? (target.id ? document.querySelector(`label[for="${target.id}"]`) : null);
      const boxes = [target, ...(area ? [area] : [])].map((one) => one.getBoundingClientRect());
      if (boxes.every(({ width, height }) => width < 2 || height < 2)) continue;
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
      if (width < LEAST - 0.5 || height < LEAST - 0.5) {
        found.push(`${Math.round(width)} x ${Math.round(height)} px: ${name(target)}`);
      }
      if (
        target.scrollWidth > target.clientWidth + 1 &&
        target.matches('button, a.button') &&
        !isHeld(target.parentElement!)
      ) {
        found.push(`words run out of ${name(target)}`);
      }
    }
    return found;
  });
}

/** German has the longest words; the same right to left stands for languages that the app does not speak yet. */
const WAYS = [
  { language: 'en', direction: 'ltr' },
  { language: 'de', direction: 'ltr' },
  { language: 'de', direction: 'rtl' },
] as const;

async function fit(page: Page, screen: string, found: string[]): Promise<void> {
  for (const { language, direction } of WAYS) {
    await page.evaluate((direction) => (document.documentElement.dir = direction), direction);
    if (language !== (await page.evaluate(() => document.documentElement.lang))) continue;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const here = `${screen}, ${language} ${direction}, ${width} px`;
      found.push(...(await misfits(page)).map((misfit) => `${here}: ${misfit}`));
    }
  }
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));
  await page.setViewportSize({ width: 390, height: 800 });
}

test('nothing runs off the edge and every target is 44 px, on all screens, from 320 to 1280 px, in both directions', async ({
  page,
  browser,
}) => {
  test.setTimeout(400_000);
  const found: string[] = [];
  const dark = await darkPicture(browser);
  const file = { name: 'a-photo-with-a-rather-long-name.png', buffer: await drawing(browser), mimeType: 'image/png' };
  await page.addInitScript(() => {
    const place = { latitude: 51.5, longitude: -0.12, precisionKm: 10, source: 'search', name: 'London, England' };
    localStorage.setItem('goldcrest.places', JSON.stringify([{ place, day: null, at: Date.now() }]));
  });
  for (const language of ['en', 'de']) {
    await page.goto('/#/about');
    await page.locator('#screen-language').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.getByRole('checkbox', { name: /^(Show raw data|Rohdaten)/ }).check();
    await fit(page, 'settings', found);

    await page.goto('/#/');
    await expect(page.getByTestId('choose-photo').first()).toBeAttached();
    await fit(page, 'home', found);

    await page.getByTestId('choose-photo').first().setInputFiles(file);
    const verdict = page.locator('section[aria-labelledby=verdict-name]');
    await expect(verdict).toBeVisible(RUN);
    await fit(page, 'verdict', found);
    await page.getByRole('button', { name: BOX }).first().click();
    await fit(page, 'box', found);
    await page.getByRole('button', { name: CANCEL }).first().click();
    await page.getByRole('button', { name: DATE_AND_PLACE }).first().click();
    await fit(page, 'place sheet', found);
    await page.keyboard.press('Escape');

    await page.goto('/#/');
    await page
      .getByTestId('choose-photo')
      .first()
      .setInputFiles([file, { ...file, name: 'dark.png', buffer: dark }]);
    await expect(page.getByRole('dialog')).toBeVisible(RUN);
    await fit(page, 'one or many', found);
    await page.getByRole('dialog').getByRole('button', { name: ONE_BIRD }).click();
    await expect(verdict).toBeVisible(RUN);
    await fit(page, 'two photos', found);

    for (const screen of [
      'record',
      'sounds',
      'photos',
      'packs',
      'compare',
      'export',
      'notebook',
      'review',
      'shared/empty',
    ]) {
      await page.goto(`/#/${screen}`);
      await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
      await fit(page, screen, found);
    }
    await page.goto('/#/here');
    await expect(page.locator('ul.birds > li').first()).toBeVisible(RUN);
    await fit(page, 'here', found);
  }
  expect(found).toEqual([]);
});
