import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { expect, needsKit, test } from './fixtures.ts';
import { visitUntilKept } from './offline-helpers.ts';

/** A whole run with models that load for the first time, on two busy cores. */
const RUN = { timeout: 60_000 };

const photo = (name: string): string => join(KIT, 'media/photos', `${name}.jpg`);

async function choose(page: Page, ...names: string[]): Promise<void> {
  await page.getByTestId('choose-photo').setInputFiles(names.map(photo));
}

/** The card with the verdict, once there is one. */
const verdict = (page: Page) => page.locator('section[aria-labelledby=verdict-name]');

const fieldNotes = (page: Page) => page.getByRole('region', { name: 'Field notes' }).getByRole('listitem');

test.describe('a photo of a bird, with the kit’s models', () => {
  needsKit();
  test.use({ ownPacks: ['kit'] });

  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('gets its species, with the evidence beside it and nothing asked for outside', async ({
    page,
    outside,
    site,
  }) => {
    await choose(page, 'acorn-woodpecker');
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
    await expect(verdict(page)).toContainText('Melanerpes formicivorus');
    await expect(page.getByTestId('announcer')).toContainText('Acorn Woodpecker');

    const notes = fieldNotes(page);
    await expect(notes).toHaveCount(4);
    await expect(notes.nth(2).getByText(/^Details/)).toHaveCount(0);
    expect(outside.requests).toEqual([]);
    expect(site.requests.length).toBeGreaterThan(5);
  });

  test('is axe clean on every screen', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await choose(page, 'acorn-woodpecker');
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add date and place' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto('/#/about');
    await expect(page.getByRole('heading', { name: 'Settings and about' })).toBeVisible();
    await expectAccessible(page);
  });

  test('is identified again, more surely, once a place is given', async ({ page }) => {
    await choose(page, 'acorn-woodpecker');
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
    const stopped = 'There is enough to name the genus, but not the species.';
    await expect(verdict(page)).toContainText(stopped);
    await page.getByRole('button', { name: 'Add date and place' }).click();
    await page.getByLabel('Latitude and longitude').fill('38.5, -122.5');
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(verdict(page)).not.toContainText(stopped, RUN);
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
  });

  test('with several birds lets each be identified on its own', async ({ page }) => {
    await choose(page, 'mallard');
    await expect(verdict(page).getByRole('heading', { name: 'Mallard' })).toBeVisible(RUN);
    await page.getByRole('button', { name: /^Bird 1 of 2/ }).click();
    await expect(page.getByRole('button', { name: /^Bird 1 of 2/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(verdict(page)).toBeVisible(RUN);
  });

  test('can be cancelled while it works, and still ends in an answer', async ({ page }) => {
    await choose(page, 'mallard');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(verdict(page)).toBeVisible({ timeout: 5_000 });
  });

  test('is kept, and drawn again from its events after a reload', async ({ page }) => {
    await choose(page, 'acorn-woodpecker');
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
    await page.goto('/');
    await page.getByRole('link', { name: /Acorn Woodpecker/ }).click();
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible();
  });

  test('needs no mouse: keyboard alone reaches the file, the place and the evidence', async ({ page }) => {
    await choose(page, 'acorn-woodpecker');
    await expect(verdict(page).getByRole('heading', { name: 'Acorn Woodpecker' })).toBeVisible(RUN);
    const reached = new Set<string>();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement?.textContent.trim() ?? ''));
    }
    for (const wanted of [/^Add/, /^Another bird/, /^Add a photo/]) {
      expect(
        [...reached].some((text) => wanted.test(text)),
        String(wanted),
      ).toBe(true);
    }
  });
});

test('with the server stopped, a reload and a whole identification still work', async ({ page, site }) => {
  needsKit();
  await visitUntilKept(page);
  await site.stop();
  await page.reload();
  await choose(page, 'mallard');
  await expect(verdict(page)).toBeVisible(RUN);
  await expect.poll(() => fieldNotes(page).count(), RUN).toBeGreaterThanOrEqual(4);
});
