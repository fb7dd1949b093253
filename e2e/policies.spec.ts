import { existsSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

const hasTinyPolicy = existsSync('public/packs/tiny-policy/manifest.json');

async function openDrawing(page: Page, browser: Browser): Promise<void> {
  await page.goto('/');
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').setInputFiles(file);
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
}

test('the observer’s note is part of the observation and of the ledger, as the observer’s own', async ({
  page,
  browser,
}) => {
  await openDrawing(page, browser);
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByLabel('What you noticed').fill('small, tail bobbing');
  await page.getByRole('button', { name: 'Keep the note' }).click();
  const notes = page.getByRole('region', { name: 'Field notes' }).getByRole('listitem');
  await expect(notes.first()).toContainText('The observer wrote: “small, tail bobbing”');
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
  await expect(notes.nth(1)).toContainText('Found one bird');
});

test('policies are compared on one observation, step by step, and exported as JSONL', async ({ page, browser }) => {
  await openDrawing(page, browser);
  await page.getByRole('link', { name: 'Compare who decides the steps' }).click();
  await page.getByRole('checkbox', { name: /Tiny policy on the processor/ }).uncheck();
  await page.getByRole('button', { name: 'Run them on this observation' }).click();
  const column = page.getByRole('article', { name: 'Blueprint' });
  await expect(column).toContainText('Found one bird', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Export as JSONL' })).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSONL' }).click();
  expect((await download).suggestedFilename()).toBe('goldcrest-trajectories.jsonl');
  await expectAccessible(page);
});

test.describe('the tiny policy', () => {
  test.skip(!hasTinyPolicy, 'the tiny-policy pack is not there');

  for (const [policy, title] of [
    ['tiny-webllm', 'on the graphics card'],
    ['tiny-wasm', 'on the processor'],
  ] as const) {
    test(`${policy} identifies a picture ${title}, its turns in the ledger, nothing fetched from outside`, async ({
      page,
      browser,
      outside,
    }) => {
      test.setTimeout(240_000);
      await openDrawing(page, browser);
      await page.goto('/#/compare');
      for (const other of ['Blueprint', 'Tiny policy on the processor']) {
        await page.getByRole('checkbox', { name: new RegExp(`^${other}`) }).uncheck();
      }
      await page.getByRole('checkbox', { name: new RegExp(`Tiny policy ${title}`) }).check();
      await page.getByRole('button', { name: 'Run them on this observation' }).click();
      const column = page.getByRole('article');
      await expect(column.getByRole('button', { name: 'Let this one decide' })).toBeVisible({ timeout: 200_000 });
      await expect(column.locator('pre').first()).toContainText('detect_bird');
      await expect(column).toContainText('Found one bird');
      await expect(column).not.toContainText('The rules went on');
      expect(outside.requests).toEqual([]);
    });
  }
});
