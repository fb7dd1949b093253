/** The built app in a browser without a screen: for the command line, the benches and the tests. */
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.mjs';
import { DIST } from './build.mjs';
import { ensureBrowser } from './install-browser.mjs';
import { UserError } from './run.mjs';
import { startServer } from './server.mjs';

/** @typedef {import('../src/headless').HeadlessRequest} HeadlessRequest */
/** @typedef {import('../src/headless').HeadlessAnswer} HeadlessAnswer */

/**
 * @typedef {object} Headless
 * @property {import('playwright-core').Page} page
 * @property {string[]} policies
 * @property {(files: string[], request: Omit<HeadlessRequest, 'files'>) => Promise<HeadlessAnswer>} identify
 * @property {() => Promise<void>} close
 */

/**
 * Opens the app with a pack: one of the build's by name, or any folder.
 * @param {{ name: string, folder: string | null }} pack
 * @returns {Promise<Headless>}
 */
export async function openHeadless({ name, folder }) {
  const server = await startServer({ root: DIST, packs: folder === null ? {} : { [name]: folder } });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.origin}/headless.html`);
    const problem = await page.evaluate((pack) => globalThis.goldcrest.open(pack), name);
    if (problem) throw new UserError(problem.message);
    const policies = await page.evaluate(() => globalThis.goldcrest.policies());
    return {
      page,
      policies,
      close,
      identify: async (files, request) => {
        await page.setInputFiles('#files', files);
        const whole = { ...request, files: files.map((_, index) => index) };
        return page.evaluate((given) => globalThis.goldcrest.identify(given), whole);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
