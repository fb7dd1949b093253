import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from './fixtures.ts';
import {
  copyBuild,
  fetchText,
  keptKeys,
  publishUpdate,
  textKey,
  visitUntilKept,
  writeTextPack,
} from './offline-helpers.ts';

const test = base.extend<{ folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'goldcrest-offline-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test.describe('after one visit, with the server stopped', () => {
  test('the app opens, still isolated', async ({ page, site }) => {
    await visitUntilKept(page);
    await site.stop();
    await expect(page.request.get('/')).rejects.toThrow();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await expect(page.getByTestId('offline-state')).toHaveText('Works offline.');
  });

  test('the runtime, the names and every model file are there, unchanged', async ({ page, site }) => {
    await visitUntilKept(page);
    const kept = await keptKeys(page);
    expect(kept).toContainEqual(expect.stringMatching(/^\/assets\/ort-wasm.*\.wasm$/));
    expect(kept).toContainEqual(expect.stringMatching(/^\/taxonomy\/names\/en.*\.json\?revision=/));
    await site.stop();
    const intact = await page.evaluate(async () => {
      interface Listed {
        files: { path: string; sha256: string }[];
      }
      const { files } = (await (await fetch('/packs/starter/manifest.json')).json()) as Listed;
      const checks = files.map(async ({ path, sha256 }) => {
        const body = await (await fetch(`/packs/starter/${path}`)).arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
        return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
      });
      return Promise.all(checks);
    });
    expect(intact.length).toBeGreaterThan(0);
    expect(intact).not.toContain(false);
  });
});

test.describe('a pack', () => {
  const withPack = test.extend({
    packs: async ({ packs, folder }, use) => {
      await use({ ...packs, tiny: join(folder, 'tiny') });
    },
  });

  withPack('is fetched again where it changed, and only there', async ({ page, folder, site }) => {
    const pack = join(folder, 'tiny');
    await writeTextPack(pack, { 'labels.txt': 'Regulus regulus', 'model.onnx': 'first' });
    await visitUntilKept(page);
    expect(await fetchText(page, '/packs/tiny/manifest.json')).toContain('model.onnx');
    expect(await fetchText(page, '/packs/tiny/model.onnx')).toBe('first');
    await fetchText(page, '/packs/tiny/labels.txt');
    const kept = [textKey('tiny', 'labels.txt', 'Regulus regulus'), textKey('tiny', 'model.onnx', 'first')];
    await expect.poll(() => keptKeys(page)).toEqual(expect.arrayContaining(kept));

    await writeTextPack(pack, { 'labels.txt': 'Regulus regulus', 'model.onnx': 'second' });
    site.requests.length = 0;
    await fetchText(page, '/packs/tiny/manifest.json');
    expect(await fetchText(page, '/packs/tiny/model.onnx')).toBe('second');
    expect(await fetchText(page, '/packs/tiny/labels.txt')).toBe('Regulus regulus');
    expect(site.requests).toEqual(['/packs/tiny/manifest.json', '/packs/tiny/model.onnx']);
  });

  withPack('with a damaged file is never kept, so that the next attempt can succeed', async ({ page, folder }) => {
    const pack = join(folder, 'tiny');
    await writeTextPack(pack, { 'model.onnx': 'damaged', 'other.onnx': 'good' }, { 'model.onnx': 'correct' });
    await visitUntilKept(page);
    expect(await fetchText(page, '/packs/tiny/model.onnx')).toBe('damaged');
    expect(await fetchText(page, '/packs/tiny/other.onnx')).toBe('good');
    await expect.poll(() => keptKeys(page)).toContain(textKey('tiny', 'other.onnx', 'good'));
    expect(await keptKeys(page)).not.toContain(textKey('tiny', 'model.onnx', 'correct'));

    await writeTextPack(pack, { 'model.onnx': 'correct', 'other.onnx': 'good' });
    expect(await fetchText(page, '/packs/tiny/model.onnx')).toBe('correct');
  });

  withPack('is not kept where a web page came back instead of a file', async ({ page, folder }) => {
    await writeTextPack(join(folder, 'tiny'), { 'portal.html': 'Log in', 'other.onnx': 'good' });
    await visitUntilKept(page);
    await fetchText(page, '/packs/tiny/portal.html');
    await fetchText(page, '/packs/tiny/other.onnx');
    await expect.poll(() => keptKeys(page)).toContain(textKey('tiny', 'other.onnx', 'good'));
    expect(await keptKeys(page)).not.toContain(textKey('tiny', 'portal.html', 'Log in'));
  });
});

test.describe('a new version', () => {
  const withCopy = test.extend({
    siteRoot: async ({ folder }, use) => {
      await copyBuild(join(folder, 'app'));
      await use(join(folder, 'app'));
    },
  });

  withCopy('waits until the reader accepts it, and keeps the models', async ({ page, siteRoot }) => {
    await visitUntilKept(page);
    const keptBefore = await keptKeys(page);
    await publishUpdate(siteRoot, 'Goldcrest, the next');
    await page.reload();
    const accept = page.getByRole('button', { name: 'Reload now' });
    await expect(accept).toBeVisible();
    await expect(page).toHaveTitle('Goldcrest');

    await accept.click();
    await expect(page).toHaveTitle('Goldcrest, the next');
    expect(await keptKeys(page)).toEqual(keptBefore);
  });
});

test.describe('without room to keep the models', () => {
  test.use({ allowedProblems: [/quota/i] });

  test('the app opens and says so', async ({ page, context, site }) => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 8_000_000 });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByTestId('offline-state')).toHaveText('Not enough space on this device to work offline.');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await keptKeys(page)).filter((key) => key.endsWith('.wasm'))).toEqual([]);
  });
});
