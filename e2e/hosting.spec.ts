import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from '../scripts/build.ts';
import { drawing } from './drawing.ts';
import { expect } from './fixtures.ts';
import { plainHost } from './plain-host.ts';

const test = plainHost;

test('on a host without headers, under a path: isolated after the first load, identifies, and works with the host gone', async ({
  page,
  browser,
  host,
}) => {
  const buffer = await drawing(browser);
  await page.goto(host.address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false), { timeout: 60_000 }).toBe(true);
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });

  const identify = async (): Promise<void> => {
    await page.getByTestId('choose-photo').first().setInputFiles({ name: 'bird.png', buffer, mimeType: 'image/png' });
    await expect(page.locator('#verdict-name')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('#verdict-name')).not.toHaveText('Not compared');
  };
  await identify();
  await host.stop();
  await page.goto(host.address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await identify();
});

test('a page that somebody has touched is not reloaded', async ({ page, host }) => {
  await page.goto(host.address);
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('the build carries its headers for hosts that can send them, and its policy in the page', async () => {
  const read = (name: string): Promise<string> => readFile(join(DIST, name), 'utf8');
  for (const name of ['_headers', 'hosting/nginx.conf', 'hosting/Caddyfile']) {
    const text = await read(name);
    for (const header of ['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy'])
      expect(text, name).toContain(header);
  }
  expect(await read('index.html')).toMatch(/<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src/);
  expect(await read('sw.js')).not.toContain('nginx');
});
