import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DIST } from '../scripts/build.ts';
import { hasKit, KIT } from '../scripts/kit-pack.ts';
import { expect, test } from './fixtures.ts';

/** Brings a folder in through the screen and waits until the pack is in use. */
async function bringIn(page: Page, folder: string): Promise<void> {
  const { title } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { title: string };
  await page.goto('/#/packs');
  await expect(page.getByRole('heading', { name: 'Starter pack' })).toBeVisible();
  await page.getByTestId('pack-folder').setInputFiles(folder);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('checkbox', { name: /^I accept/ })).toBeVisible();
  for (const box of await sheet.getByRole('checkbox').all()) await box.check();
  await sheet.getByRole('button', { name: /^Download,/ }).click();
  const card = page.getByRole('article', { name: title });
  await expect(card.getByText('Verified')).toBeVisible({ timeout: 90_000 });
}

/** Opens the app anew; which pack does what, and whether each model gives its golden numbers here. */
async function proofs(page: Page): Promise<string[]> {
  await page.goto('/headless.html');
  return page.evaluate(async () => {
    const problem = await goldcrest.open();
    if (problem) return [problem.message];
    const { app } = goldcrest;
    const doing = app.packs.flatMap(({ manifest }) => manifest.models.map(({ role }) => `${role}: ${manifest.name}`));
    const results = await app.proofs.prove('wasm');
    return [...doing, ...results.map(({ role, result }) => (result.ok ? `${role} right` : result.problem.message))];
  });
}

test('the field pack for looking takes its weights from the published file and gives its golden numbers', async ({
  page,
}, info) => {
  test.skip(!hasKit, `no test kit at ${KIT}`);
  const folder = info.outputPath('field-vision');
  cpSync(join(DIST, 'packs/field-vision'), folder, { recursive: true });
  cpSync(join(KIT, 'models/detector/yolox_nano.onnx'), join(folder, 'detector.onnx'));
  cpSync(join(KIT, 'models/image/coral_inat_bird_quant.tflite'), join(folder, 'image.tflite'));
  await bringIn(page, folder);
  const found = await proofs(page);
  expect(found).toEqual(expect.arrayContaining(['detector: field-vision', 'image: field-vision']));
  expect(found).toEqual(expect.arrayContaining(['detector right', 'image right', 'sound right', 'geo right']));
});
