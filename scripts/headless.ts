/** The built app in a browser without a screen: for the command line, the benches and the tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { DIST, EVALUATION } from './build.ts';
import { ensureBrowser } from './install-browser.ts';
import { UserError } from './run.ts';
import { readOwnPacks, startServer } from './server.ts';
// Declare `goldcrest` and `workbench`, what the pages offer.
import type {} from '../evaluation/main';
import type { HeadlessAnswer, HeadlessRequest } from '../src/headless/headless';

/** One app of its own, with its own worker */
export interface HeadlessPage {
  page: Page;
  identify: (files: string[], request: Omit<HeadlessRequest, 'files'>) => Promise<HeadlessAnswer>;
}

interface HeadlessExtra {
  policies: string[];
  /** opens the same pack in a further page */
  another: () => Promise<HeadlessPage>;
  close: () => Promise<void>;
}

export type Headless = HeadlessPage & HeadlessExtra;

/** A pack for one sense leaves the place to the app's own pack, as it does for a user. */
function knowsPlaces(folder: string) {
  try {
    const { models } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      models: { role: string }[];
    };
    return models.some(({ role }) => role === 'geo');
  } catch {
    // The app says what is wrong with a manifest, in its own words.
    return true;
  }
}

/**
 * Serves the built app with a pack, one of the build's by name or any folder, as the one that comes with the app.
 * @param options `alone`: without the other packs that come with the app; `root`: another build than the app's
 */
export async function servePack(
  { name, folder }: { name: string; folder: string | null },
  { alone = false, root = DIST }: { alone?: boolean; root?: string } = {},
) {
  const whole = folder === null && name === 'starter' && !alone;
  const packs = folder === null ? {} : { [name]: folder };
  const before = whole ? readOwnPacks(root).map((own) => own.name) : [];
  const behind = folder !== null && !knowsPlaces(folder) ? ['starter'] : [];
  const names = [...before.filter((own) => own !== name), name, ...behind];
  const own = names.map((one) => ({ name: one }));
  return { server: await startServer({ root, packs, own }), names: names.join(',') };
}

/** Opens the app with a pack. */
export async function openHeadless(
  pack: Parameters<typeof servePack>[0],
  options?: Parameters<typeof servePack>[1],
): Promise<Headless> {
  const { server, names } = await servePack(pack, options);
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const context = await browser.newContext();
    const another = () => openPage(context, `${server.origin}/headless.html`, names);
    const first = await another();
    const policies = await first.page.evaluate(() => globalThis.goldcrest.policies());
    return { ...first, policies, another, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same with what measures the app: `workbench` in its pages. */
export function openEvaluation(pack: Parameters<typeof servePack>[0], options: { alone?: boolean } = {}) {
  return openHeadless(pack, { ...options, root: EVALUATION });
}

async function openPage(context: BrowserContext, address: string, pack: string): Promise<HeadlessPage> {
  const page = await context.newPage();
  await page.goto(address);
  const problem = await page.evaluate((name) => globalThis.goldcrest.open(name), pack);
  if (problem) throw new UserError(problem.message);
  return {
    page,
    identify: async (files, request) => {
      await page.setInputFiles('#files', files);
      const whole = { ...request, files: files.map((_, index) => index) };
      return page.evaluate((given) => globalThis.goldcrest.identify(given), whole);
    },
  };
}
