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

/**
 * Writes the screen in a language that there is not: German, whose words are the longest, in Hebrew letters. Numbers, names in
 * Latin letters and file names stand between them, as they would in Arabic or Hebrew. The function that it leaves behind undoes it.
 */
function writePseudo(page: Page): Promise<void> {
  return page.evaluate(() => {
    const LETTERS = 'אבגדהוזחטיכלמנסעפצקרשתאבגד';
    const pseudo = (text: string): string =>
      text.replace(/\p{L}/gu, (letter) => {
        const base = letter.normalize('NFD').toLowerCase().codePointAt(0)! - 97;
        return LETTERS[base] ?? 'ש';
      });
    const undo: (() => void)[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, was] = [node as Text, node.nodeValue ?? ''];
      if (text.parentElement?.closest('[lang], script, style, textarea')) continue;
      text.data = pseudo(was);
      undo.push(() => (text.data = was));
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const was = input.placeholder;
      input.placeholder = pseudo(was);
      undo.push(() => (input.placeholder = was));
    }
    Object.assign(globalThis, { undoPseudo: () => undo.forEach((one) => one()) });
  });
}

const undoPseudo = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { undoPseudo: () => void }).undoPseudo());

/** What flows to one side on a screen that flows to the other: a sheet of the wrong hand. */
const againstTheFlow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main :is(h1, h2, h3, p, li, td)')) {
      const { direction, textAlign } = getComputedStyle(element);
      const spectrogram = element.closest('[dir=ltr]') !== null;
      if (spectrogram) continue;
      if (direction !== 'rtl' || textAlign === 'left')
        found.push(`${element.tagName} “${element.textContent.trim().slice(0, 30)}”`);
    }
    return found;
  });

const WAYS = [
  { language: 'en', direction: 'ltr' },
  { language: 'de', direction: 'ltr' },
  { language: 'de', direction: 'rtl' },
] as const;

async function fit(page: Page, screen: string, found: string[]): Promise<void> {
  for (const { language, direction } of WAYS) {
    await page.evaluate((direction) => (document.documentElement.dir = direction), direction);
    if (language !== (await page.evaluate(() => document.documentElement.lang))) continue;
    if (direction === 'rtl') {
      await writePseudo(page);
      found.push(...(await againstTheFlow(page)).map((one) => `${screen}, against the flow: ${one}`));
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const here = `${screen}, ${language} ${direction}, ${width} px`;
      found.push(...(await misfits(page)).map((misfit) => `${here}: ${misfit}`));
    }
    if (direction === 'rtl') await undoPseudo(page);
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
      'notebook/map',
      'notebook/calendar',
      'review',
      'birds',
      'run/of-another-browser',
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
