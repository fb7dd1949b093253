import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { KIT } from '../scripts/kit-pack.ts';
import { expectAccessible } from './accessible.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { openPack } from './headless.ts';
import { writeSong } from './song.ts';

/** Of the kit. */
const kitPhoto = join(KIT, 'media/photos/american-robin.jpg');
const hasTinyPolicy = existsSync('public/packs/tiny-policy/manifest.json');

async function openDrawing(page: Page, browser: Browser): Promise<void> {
  await openFile(page, { name: 'drawing.png', mimeType: 'image/png', buffer: await drawing(browser) });
}

/** A real photo where the kit is there. */
async function openBird(page: Page, browser: Browser): Promise<void> {
  if (existsSync(kitPhoto)) await openFile(page, kitPhoto);
  else await openDrawing(page, browser);
}

async function openFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto('/');
  await page.getByTestId('choose-photo').setInputFiles(file);
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
}

/** Takes a policy out of a comparison. Its box is empty until its pack is there, and ticked then. */
async function leaveOut(page: Page, policy: RegExp): Promise<void> {
  const box = page.getByRole('checkbox', { name: policy });
  await expect(box).toBeChecked();
  await box.uncheck();
}

test('the observer’s note is part of the observation and of the ledger, as the observer’s own', async ({
  page,
  browser,
}) => {
  await openDrawing(page, browser);
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByLabel('What you noticed').fill('small, tail bobbing');
  await page.getByRole('button', { name: 'Save note' }).click();
  const notes = page.getByRole('region', { name: 'Field notes' }).getByRole('listitem');
  await expect(notes.first()).toContainText('You wrote: “small, tail bobbing”');
  await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
  await expect(notes.filter({ hasText: 'Found one bird' })).toBeVisible();
});

test('policies are compared on one observation, step by step, and exported as JSONL', async ({ page, browser }) => {
  await openDrawing(page, browser);
  const observation = page.url();
  await expect(page.getByRole('link', { name: 'Compare who decides the steps' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings and about' }).click();
  await page.getByRole('checkbox', { name: 'Show raw data, policies and tokens' }).check();
  await page.goto(observation);
  await page
    .getByText(/^Details/)
    .first()
    .click();
  await expect(page.getByText('"birds"')).toBeVisible();
  await page.getByRole('link', { name: 'Compare who decides the steps' }).click();
  await leaveOut(page, /^Tiny policy on the processor/);
  await page.getByRole('button', { name: 'Run them on this observation' }).click();
  const column = page.getByRole('article', { name: 'Blueprint' });
  await expect(column).toContainText('Found one bird', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Export as JSONL' })).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSONL' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('goldcrest-trajectories.jsonl');
  // What was exported can be read again, and nonsense is refused with its line.
  await page.getByLabel('Trajectories to import').setInputFiles(await file.path());
  const files = page.getByRole('region', { name: 'Trajectories' });
  await expect(files.getByRole('status')).toContainText('1 trajectories read');
  await files.getByText('1. blueprint').click();
  await expect(files).toContainText('detect_bird');
  const nonsense = { name: 'no.jsonl', mimeType: '', buffer: Buffer.from('{"messages":[]}\n') };
  await page.getByLabel('Trajectories to import').setInputFiles(nonsense);
  await expect(files.getByRole('status')).toContainText('Line 1 is neither');
  await expectAccessible(page);
});

test.describe('the tiny policy', () => {
  test.skip(!hasTinyPolicy, 'the tiny-policy pack is not there');

  for (const [policy, title] of [
    ['tiny-webllm', 'on the graphics card'],
    ['tiny-wasm', 'on the processor'],
  ] as const) {
    test(`${policy} identifies a photo ${title}, its turns in the ledger, nothing fetched from outside`, async ({
      page,
      browser,
      outside,
    }) => {
      test.setTimeout(240_000);
      await openBird(page, browser);
      await page.goto('/#/compare');
      await leaveOut(page, /^Blueprint/);
      await leaveOut(page, /^Tiny policy on the processor/);
      await page.getByRole('checkbox', { name: new RegExp(`Tiny policy ${title}`) }).check();
      await page.getByRole('button', { name: 'Run them on this observation' }).click();
      const column = page.getByRole('article');
      await expect(column.getByRole('button', { name: 'Let this one decide' })).toBeVisible({ timeout: 200_000 });
      await expect(column.locator('pre').first()).toContainText('detect_bird');
      await expect(column).toContainText(/Found (one|two|three|\d+) birds?/);
      await expect(column).not.toContainText('The rules took over');
      expect(outside.requests).toEqual([]);
    });
  }

  test('decides about a recording too, to the end, and the rules are not asked', async ({ page }) => {
    test.setTimeout(240_000);
    expect(await openPack(page)).toBeNull();
    await page.locator('#files').setInputFiles(writeSong(6));
    const { conversation, events } = await page.evaluate(async () => {
      const request = { files: [0], place: null, day: null, policy: 'tiny-wasm' };
      return (await goldcrest.identify(request)).report!;
    });
    expect(conversation.problem).toBeNull();
    expect(conversation.replies.map(({ text }) => text).slice(0, 2)).toEqual([
      expect.stringContaining('audio_quality'),
      expect.stringContaining('classify_sound'),
    ]);
    expect(conversation.replies.at(-1)?.text).toContain('<answer>');
    expect(events.at(-1)).toMatchObject({ type: 'verdict', ending: 'concluded' });
  });

  test.describe('whose graphics process dies', () => {
    // What web-llm says of it, in a worker that is then ended.
    test.use({ allowedProblems: [/Device was lost|Failed to pop error scopes|external Instance reference/] });

    test('goes on from its ledger with another one', async ({ page, browser, problems }) => {
      test.setTimeout(240_000);
      await openDrawing(page, browser);
      await page.goto('/#/compare');
      await leaveOut(page, /^Blueprint/);
      await leaveOut(page, /^Tiny policy on the processor/);
      await page.getByRole('checkbox', { name: /Tiny policy on the graphics card/ }).check();
      await page.getByRole('button', { name: 'Run them on this observation' }).click();
      const column = page.getByRole('article');
      const turns = column.locator('pre');
      await expect(turns.first()).toContainText('</tool_call>', { timeout: 120_000 });
      const devtools = await browser.newBrowserCDPSession();
      // The process that answers is the one that dies.
      await devtools.send('Browser.crashGpuProcess').catch(() => undefined);
      await expect(column.getByRole('button', { name: 'Let this one decide' })).toBeVisible({ timeout: 200_000 });
      expect(await turns.count()).toBeGreaterThan(1);
      await expect(turns.first()).toContainText('detect_bird');
      await expect(column).not.toContainText('The rules took over');
      expect(problems.join('\n')).toContain('Device was lost');
    });
  });

  test('is measured once where the choice is left to the app, and what came of it is shown and remembered', async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    await page.goto('/#/compare');
    await page.getByRole('radio', { name: /The app picks by measuring/ }).check();
    const status = page.getByText(/Picked: /);
    await expect(status).toContainText(/s a run, \d+ tokens a second/, { timeout: 90_000 });
    const loaded = () => site.requests.filter((path) => path.includes('tiny-policy/onnx')).length;
    const before = loaded();
    expect(before).toBe(1);
    await page.reload();
    await expect(page.getByRole('radio', { name: /The app picks by measuring/ })).toBeChecked();
    await expect(status).toBeVisible();
    expect(loaded()).toBe(before);
  });
});
