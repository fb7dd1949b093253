import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../scripts/build.ts';
import { drawing } from './drawing.ts';
import { expect } from './fixtures.ts';
import { plainHost, type PlainHost } from './plain-host.ts';

/** Bytes to the first verdict beside the classifier's own file, on a host that compresses nothing. */
const LIMIT = 9_000_000;

const test = plainHost;

const classifier = (): string => {
  const manifest = JSON.parse(readFileSync(join(DIST, 'packs/starter/manifest.json'), 'utf8')) as {
    models: { role: string; file: string }[];
  };
  return `packs/starter/${manifest.models.find(({ role }) => role === 'image')!.file}`;
};

/** What is small may come twice from a host that sends no headers: the tables of names, the first screen's files. */
const large = (sent: PlainHost['sent']): string[] =>
  sent.filter(({ bytes }) => bytes > 300_000).map(({ path }) => path);

const sum = (sent: PlainHost['sent']): number => sent.reduce((bytes, one) => bytes + one.bytes, 0);

test('a photo chosen at once gets its verdict for 9 MB beside the classifier, and each file once', async ({
  page,
  browser,
  host,
}) => {
  const buffer = await drawing(browser);
  await page.goto(host.address);
  await page.getByTestId('choose-photo').first().setInputFiles({ name: 'bird.png', buffer, mimeType: 'image/png' });
  await expect(page.locator('#verdict-name')).toBeVisible({ timeout: 60_000 });
  const sent = [...host.sent];
  await expect(page.locator('#verdict-name')).not.toHaveText('Not compared');

  expect(sent.map(({ path }) => path)).toContain(classifier());
  const beside = sum(sent.filter(({ path }) => path !== classifier()));
  const list = sent.map(({ path, bytes }) => `${(bytes / 1e6).toFixed(2)} ${path}`).join('\n');
  console.log(`${(beside / 1e6).toFixed(2)} MB beside the classifier, ${sent.length} files`);
  expect(beside, list).toBeLessThanOrEqual(LIMIT);
  expect(large(sent)).toEqual([...new Set(large(sent))]);

  // What was fetched is what is kept: nothing large comes again for use offline.
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });
  expect(large(host.sent)).toEqual([...new Set(large(host.sent))]);
  // The model for sounds waits for a sound.
  expect(host.sent.map(({ path }) => path)).not.toContain('packs/sound/sound.onnx');
});

test('on a quiet page, what is kept comes once, and is not fetched again for a photo', async ({
  page,
  browser,
  host,
}) => {
  const buffer = await drawing(browser);
  await page.goto(host.address);
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });
  await page.getByTestId('choose-photo').first().setInputFiles({ name: 'bird.png', buffer, mimeType: 'image/png' });
  await expect(page.locator('#verdict-name')).toBeVisible({ timeout: 60_000 });
  expect(large(host.sent)).toEqual([...new Set(large(host.sent))]);
});

test('the binaries of the runtime lie in the build compressed only', () => {
  const listed = [...readFileSync(join(DIST, 'sw.js'), 'utf8').matchAll(/assets\/ort-wasm-[^"'`]*\.wasm/g)].map(
    ([path]) => path,
  );
  expect(listed.length).toBeGreaterThan(0);
  for (const path of new Set(listed)) {
    expect(existsSync(join(DIST, path)), path).toBe(false);
    expect(existsSync(join(DIST, `${path}.gz`)), path).toBe(true);
  }
});
