/** Makes sure that there is a Chrome or Chromium to test in. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { findBrowser } from './browser.ts';
import { run, UserError } from './run.ts';

const HOW_TO_INSTALL: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'brew install --cask google-chrome',
  linux: 'sudo apt-get install chromium (Debian), or install Google Chrome',
  win32: 'winget install Google.Chrome',
};

async function installOnDebian() {
  console.log("No Chrome or Chromium found; installing Debian's chromium ...");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env });
}

/** @returns the path of the browser */
export async function ensureBrowser(): Promise<string> {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (findBrowser() === undefined && isDebianRoot) await installOnDebian();
  const browser = findBrowser();
  if (browser === undefined) {
    const how = HOW_TO_INSTALL[process.platform] ?? 'install Chrome or Chromium';
    throw new UserError(
      `The tests need Chrome or Chromium, and none was found. Try: ${how}. Or set CHROME_PATH to yours.`,
    );
  }
  if (!existsSync(browser)) throw new UserError(`CHROME_PATH is ${browser}, but there is no such file.`);
  return browser;
}
