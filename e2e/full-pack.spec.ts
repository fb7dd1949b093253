import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { HeadlessReport } from '../src/headless/headless';
import { song } from '../src/testing/sounds.ts';
import { wavFile } from '../src/testing/wav.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

/** Made by `models/full/recipe.py --random`: every adapter's architecture, each as small as it goes, no weight trained. */
const FOLDER = join('e2e', 'fixtures', 'full-random');

interface Manifest {
  version: string;
  models: { role: string; family: string; file: string; input: Record<string, unknown> }[];
  files: { path: string; sha256: string }[];
}
const manifest = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Manifest;

const RATE = 44_100;

/** As a person does it: the folder is chosen, the terms are agreed to, and the pack proves itself on this device. */
async function bringIn(page: Page): Promise<void> {
  await page.goto('/#/packs');
  await page.getByTestId('pack-folder').setInputFiles(FOLDER);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox', { name: /^I accept/ }).check();
  await sheet.getByRole('checkbox', { name: /^I know where it comes from/ }).check();
  await sheet.getByRole('button', { name: /^Download,|^Use it/ }).click();
  const card = page.getByRole('article', { name: 'Full pack, random weights' });
  await expect(card.getByText('Verified')).toBeVisible({ timeout: 60_000 });
}

async function identify(page: Page, files: { name: string; buffer: Buffer }[]): Promise<HeadlessReport> {
  await page.locator('#files').setInputFiles(files.map((file) => ({ ...file, mimeType: '' })));
  const place = { latitude: 51.5, longitude: -0.1 };
  const request = { files: files.map((_, i) => i), place, day: '2026-05-01', policy: 'blueprint' };
  const answer = await page.evaluate((given) => goldcrest.identify(given), request);
  expect(answer.unreadable).toEqual([]);
  return answer.report!;
}

test('the four adapters of the full pack run from files to verdict on random weights of the same architectures', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  expect(manifest.models.map(({ role, family }) => `${role} ${family}`)).toEqual([
    'detector grounding-dino',
    'image bioclip',
    'sound perch',
    'geo sinr',
  ]);
  await bringIn(page);
  await page.goto('/headless.html');
  expect(await page.evaluate(() => goldcrest.open('starter'))).toBeNull();

  const recording = Buffer.from(await wavFile([song(7, RATE)], { rate: RATE }).arrayBuffer());
  const photo = { name: 'drawing.png', buffer: await drawing(browser) };
  const seen = await identify(page, [photo]);
  const heard = await identify(page, [{ name: 'song.wav', buffer: recording }]);

  const entries = [...seen.ledger, ...heard.ledger].filter((entry) => entry.kind === 'tool');
  const outcomeOf = (tool: string) => entries.find((entry) => entry.tool === tool)!;
  for (const [tool, role] of [
    ['detect_bird', 'detector'],
    ['classify_image', 'image'],
    ['classify_sound', 'sound'],
  ] as const) {
    const { file } = manifest.models.find((model) => model.role === role)!;
    const { sha256 } = manifest.files.find(({ path }) => path === file)!;
    const entry = outcomeOf(tool);
    expect(entry.outcome.status, `${tool}: ${JSON.stringify(entry.outcome)}`).toBe('ok');
    expect(entry.model, tool).toMatchObject({ pack: 'full-random', file, sha256: sha256.slice(0, 12) });
  }

  const species = readFileSync(join(FOLDER, 'labels/image.txt'), 'utf8').trim().split('\n').length;
  const raw = seen.scores.find(({ tool }) => tool === 'classify_image')!;
  expect(raw.values, 'a logit for every species of the table').toHaveLength(species);
  expect(JSON.stringify(outcomeOf('geo_prior').outcome), 'places are asked of SINR').toContain('probability');
  // Random weights know no bird; the rules must not be talked into one.
  for (const { verdict } of [seen, heard]) expect(verdict.grain).not.toBe('species');

  const geo = await page.evaluate(() =>
    goldcrest.app.askGeo([
      [51.5, -0.1, 1],
      [51.5, -0.1, 7],
      [-33.9, 151.2, 1],
    ]),
  );
  const labels = geo!.length / 3;
  expect(geo!.slice(0, labels), 'SINR knows no months').toEqual(geo!.slice(labels, 2 * labels));
  expect(geo!.slice(0, labels)).not.toEqual(geo!.slice(2 * labels));
});
