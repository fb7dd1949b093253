/** The built app in a browser without a screen: for the command line, the benches and the tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.mjs';
import { DIST } from './build.mjs';
import { ensureBrowser } from './install-browser.mjs';
import { UserError } from './run.mjs';
import { packsBeside } from './packs-beside.mjs';
import { startServer } from './server.mjs';

/** @typedef {import('../src/app/headless').HeadlessRequest} HeadlessRequest */
/** @typedef {import('../src/app/headless').HeadlessAnswer} HeadlessAnswer */

/**
 * @typedef {object} HeadlessPage one app of its own, with its own worker
 * @property {import('playwright-core').Page} page
 * @property {(files: string[], request: Omit<HeadlessRequest, 'files'>, beside?: string[]) => Promise<HeadlessAnswer>} identify
 *   `beside`: files that are no part of the observation, numbered after its own
 */

/**
 * @typedef {object} HeadlessExtra
 * @property {string[]} policies
 * @property {() => Promise<HeadlessPage>} another opens the same pack in a further page
 * @property {() => Promise<void>} close
 * @typedef {HeadlessPage & HeadlessExtra} Headless
 */

/**
 * A pack for one sense leaves the place to the app's own pack, as it does for a user.
 * @param {string} folder
 */
function knowsPlaces(folder) {
  try {
    const { models } = /** @type {{ models: { role: string }[] }} */ (
      JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    );
    return models.some(({ role }) => role === 'geo');
  } catch {
    // The app says what is wrong with a manifest, in its own words.
    return true;
  }
}

/**
 * Serves the built app with a pack: one of the build's by name, or any folder.
 * @param {{ name: string, folder: string | null }} pack
 * @param {{ alone?: boolean }} [options] `alone`: without the better packs that may lie beside the app
 */
export async function servePack({ name, folder }, { alone = false } = {}) {
  const beside = folder === null && name === 'starter' && !alone ? packsBeside() : {};
  const packs = folder === null ? beside : { [name]: folder };
  const behind = folder !== null && !knowsPlaces(folder) ? ['starter'] : [];
  const names = [...Object.keys(beside), name, ...behind].join(',');
  return { server: await startServer({ root: DIST, packs }), names };
}

/**
 * Opens the app with a pack.
 * @param {Parameters<typeof servePack>[0]} pack
 * @param {Parameters<typeof servePack>[1]} [options]
 * @returns {Promise<Headless>}
 */
export async function openHeadless(pack, options) {
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

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} address
 * @param {string} pack
 * @returns {Promise<HeadlessPage>}
 */
async function openPage(context, address, pack) {
  const page = await context.newPage();
  await page.goto(address);
  const problem = await page.evaluate((name) => globalThis.goldcrest.open(name), pack);
  if (problem) throw new UserError(problem.message);
  return {
    page,
    identify: async (files, request, beside = []) => {
      await page.setInputFiles('#files', [...files, ...beside]);
      const whole = { ...request, files: files.map((_, index) => index) };
      return page.evaluate((given) => globalThis.goldcrest.identify(given), whole);
    },
  };
}
