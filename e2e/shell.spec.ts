import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from '../scripts/build.ts';
import { FIRST_LOAD_LIMIT, measureFirstLoad } from '../scripts/budget.ts';
import { expect, test } from './fixtures.ts';

test('the app opens, isolated, with nothing in the console', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('nothing is asked for outside the origin', async ({ page, outside, site }) => {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set([site.origin]));
  expect(outside.requests).toEqual([]);
});

test('the record of outside requests would notice one', async ({ page, outside }) => {
  await page.goto('about:blank');
  await page.goto('http://goldcrest.invalid/').catch(() => undefined);
  expect(outside.requests.splice(0)).toContain('http://goldcrest.invalid/');
});

test('the policy forbids inline and evaluated code', async ({ page }) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/'unsafe-(inline|eval|hashes)'/);
  expect(policy).not.toContain('*');
});

test('the policy allows the hosts of the catalogue of packs, for connections, and no other', async ({
  page,
  request,
}) => {
  const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? '';
  const { hosts } = (await (await request.get('/catalogue.json')).json()) as { hosts: string[] };
  const outside = policy.split('; ').filter((directive) => directive.includes('http'));
  expect(outside).toEqual([`connect-src 'self' blob: ${hosts.map((host) => `https://${host}`).join(' ')}`]);
});

test.describe('with code that breaks the policy', () => {
  test.use({ allowedProblems: [/Content Security Policy/] });

  test('inline scripts and eval do not run', async ({ page }) => {
    await page.goto('/');
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.inlineRan = true';
      document.body.append(script);
      // The debugger may evaluate what a page may not, and what it calls directly may too; a timer is the page's own.
      const evalRan = await new Promise<boolean>((done) => {
        setTimeout(() => {
          try {
            // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- must throw
            new Function('return 1')();
            done(true);
          } catch {
            done(false);
          }
        });
      });
      return { evalRan, inlineRan: 'inlineRan' in globalThis };
    });
    expect(ran).toEqual({ evalRan: false, inlineRan: false });
  });
});

test('the page carries no inline script or style of its own', async () => {
  const html = await readFile(join(DIST, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

test('a missing file is a 404 and never a page', async ({ request }) => {
  for (const path of ['/assets/missing.js', '/packs/starter/missing.onnx', '/missing.html', '/anything']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['content-type'], path).toContain('text/plain');
  }
});

test('hashed files are kept for good, everything else is asked for again', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, script = ''] = /src="\.(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await request.get(script)).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const path of ['/', '/sw.js', '/manifest.webmanifest', '/taxonomy/taxonomy.json']) {
    expect((await request.get(path)).headers()['cache-control'], path).toBe('no-cache');
  }
});

test('the first load keeps its budget', () => {
  expect(measureFirstLoad(DIST).gzipped).toBeLessThanOrEqual(FIRST_LOAD_LIMIT);
});

test('the web manifest names icons that exist and have the size they claim', async ({ page, request }) => {
  await page.goto('/');
  interface WebManifest {
    icons: { src: string; sizes: string; type: string }[];
    screenshots?: { src: string; sizes: string; type: string }[];
  }
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as WebManifest;
  const pictures = [...manifest.icons, ...(manifest.screenshots ?? [])];
  expect(pictures.some(({ sizes }) => sizes === '512x512')).toBe(true);
  for (const { src, sizes, type } of pictures) {
    const response = await request.get(src);
    expect(response.headers()['content-type'], src).toBe(type);
    if (sizes === 'any') continue;
    const size = await page.evaluate(async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});
