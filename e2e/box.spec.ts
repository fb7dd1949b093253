import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

const RUN = { timeout: 60_000 };
const verdict = (page: Page) => page.locator('section[aria-labelledby=verdict-name]');
const held = (page: Page) => page.getByRole('application', { name: /^Box around the bird/ });

/** A photo without any bird: a plain gradient. */
async function empty(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.setContent('<style>body{margin:0;height:100vh;background:linear-gradient(#9cc4e8,#e8f0f4)}</style>');
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'photo.png', mimeType: 'image/png', buffer };
  await page.getByTestId('choose-photo').first().setInputFiles(file);
  await expect(verdict(page)).toBeVisible(RUN);
}

const boxOf = async (page: Page) => (await held(page).boundingBox())!;

test('“No bird found” is no dead end: a box is drawn by mouse, and what is in it is judged', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await choose(page, await empty(browser));
  await expect(verdict(page)).toContainText(/No bird found|Probably not a bird/);
  await expect(verdict(page).getByText('How sure at each level')).toHaveCount(0);
  await page.getByRole('button', { name: 'Draw a box around the bird' }).click();
  await expect(held(page)).toBeFocused();
  await expectAccessible(page);
  const photo = (await page.locator('.photo').boundingBox())!;
  await page.mouse.move(photo.x + photo.width * 0.02, photo.y + photo.height * 0.05);
  await page.mouse.down();
  await page.mouse.move(photo.x + photo.width * 0.5, photo.y + photo.height * 0.6, { steps: 4 });
  await page.mouse.up();
  const box = await boxOf(page);
  expect(box.width / photo.width).toBeCloseTo(0.48, 1);
  expect(box.height / photo.height).toBeCloseTo(0.55, 1);
  await page.getByRole('button', { name: 'Look here' }).click();
  // The run about the box compares or says why not; it does not look for birds again.
  await expect(page.getByRole('button', { name: /the one this verdict is about/ })).toBeVisible(RUN);
  await expect(page.getByRole('region', { name: 'Field notes' })).not.toContainText('No bird found in the photo', RUN);
});

test('a box is pulled larger by its corner, and by keyboard alone', async ({ page, browser }) => {
  await page.goto('/');
  await choose(page, await drawing(browser));
  await page.getByRole('button', { name: 'Change the box' }).click();
  const before = await boxOf(page);
  const corner = (await page.getByRole('button', { name: 'Top left corner' }).boundingBox())!;
  expect(Math.min(corner.width, corner.height)).toBeGreaterThanOrEqual(44);
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await page.mouse.down();
  await page.mouse.move(corner.x - 20, corner.y - 20, { steps: 3 });
  await page.mouse.up();
  const larger = await boxOf(page);
  expect(larger.width).toBeGreaterThan(before.width + 10);
  expect(larger.x + larger.width).toBeCloseTo(before.x + before.width, 0);

  await held(page).focus();
  await page.keyboard.press('ArrowRight');
  expect((await boxOf(page)).x).toBeGreaterThan(larger.x);
  await page.keyboard.press('Shift+ArrowDown');
  expect((await boxOf(page)).height).toBeGreaterThan(larger.height);
  await page.keyboard.press('Escape');
  await expect(held(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the box' }).click();
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await expect(held(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /the one this verdict is about/ })).toBeVisible(RUN);
  await expect(verdict(page)).toBeVisible(RUN);
});

test('two fingers pinch a box', async ({ page, browser }) => {
  await page.goto('/');
  await choose(page, await drawing(browser));
  await page.getByRole('button', { name: /^(Change the|Draw a) box$/ }).click();
  const photo = (await page.locator('.photo').boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const at = (x: number, y: number, id: number) => ({
    x: photo.x + photo.width * x,
    y: photo.y + photo.height * y,
    id,
  });
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [at(0.4, 0.4, 1), at(0.6, 0.6, 2)],
  });
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [at(0.1, 0.2, 1), at(0.9, 0.7, 2)],
  });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const box = await boxOf(page);
  expect(box.width / photo.width).toBeCloseTo(0.8, 1);
  expect(box.height / photo.height).toBeCloseTo(0.5, 1);
});

test('on a phone the verdict comes before date, place and note', async ({ page, browser }) => {
  await page.goto('/');
  await choose(page, await drawing(browser));
  const top = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())!.y;
  expect(await top(verdict(page))).toBeLessThan(await top(page.locator('.when-where')));
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(page.locator('.when-where')).toBeVisible();
  expect((await page.locator('.when-where').boundingBox())!.x).toBeLessThan(640);
  // Nothing lies over the photo's caption there.
  await page.getByRole('button', { name: /^(Change the|Draw a) box$/ }).click();
  await expect(held(page)).toBeFocused();
});
