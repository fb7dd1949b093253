import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DIST } from '../scripts/build.ts';
import { MODEL_CACHE } from '../src/packs/kept.ts';
import { expect } from './fixtures.ts';

/** Addresses in the cache of models, without the origin. */
export const keptKeys = (page: Page) =>
  page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length)).sort();
  }, MODEL_CACHE);

/** Opens the app and waits until everything a run needs is kept. */
export async function visitUntilKept(page: Page): Promise<void> {
  await page.goto('/');
  const manifest = (await (await page.request.get('/packs/starter/manifest.json')).json()) as {
    files: { path: string; sha256: string }[];
  };
  const wanted = manifest.files.map(({ path, sha256 }) => `/packs/starter/${path}?sha256=${sha256}`);
  await expect.poll(() => keptKeys(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(wanted));
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes a pack of small text files; `claimed` gives files whose listed content differs from what is written. */
export async function writeTextPack(
  folder: string,
  files: Record<string, string>,
  claimed: Record<string, string> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const listed = Object.entries({ ...files, ...claimed }).map(([path, text]) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: sha256(text),
  }));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ files: listed }));
}

export const textKey = (name: string, path: string, text: string) => `/packs/${name}/${path}?sha256=${sha256(text)}`;

/** Fetches in the page, through the service worker, and gives the text. */
export const fetchText = (page: Page, path: string) =>
  page.evaluate(async (address) => (await fetch(address)).text(), path);

/** A copy of the built app whose pages can be changed; the large folders are links. */
export async function copyBuild(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(DIST)) {
    if (name === 'index.html' || name === 'sw.js')
      await writeFile(join(folder, name), await readFile(join(DIST, name)));
    else if (!name.startsWith('.')) await symlink(join(DIST, name), join(folder, name));
  }
}

/** Publishes a new version in such a copy: another title, and a service worker that says so. */
export async function publishUpdate(folder: string, title: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const changed = page.replace(/<title>.*<\/title>/, `<title>${title}</title>`);
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  const entry = /("?revision"?:\s*["'`])([0-9a-f]{32})(["'`],\s*"?url"?:\s*["'`]index\.html)/;
  expect(worker, 'the service worker lists index.html with its revision').toMatch(entry);
  await writeFile(join(folder, 'index.html'), changed);
  await writeFile(join(folder, 'sw.js'), worker.replace(entry, `$1${sha256(changed).slice(0, 32)}$3`));
}
