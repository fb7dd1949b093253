/** Debian's Firefox ESR, driven over WebDriver BiDi. */
import { existsSync } from 'node:fs';
import type { ElementHandle } from 'puppeteer-core';
import type { Engine } from './page.ts';

const BINARY = '/usr/bin/firefox-esr';

export const firefox: Engine = {
  name: 'Firefox ESR',
  missing: () => (existsSync(BINARY) ? null : BINARY),
  packages: ['firefox-esr'],
  open: async () => {
    const { launch } = await import('puppeteer-core');
    const browser = await launch({ browser: 'firefox', executablePath: BINARY, headless: true });
    const page = await browser.newPage();
    return {
      goto: async (address) => void (await page.goto(address)),
      reload: async () => void (await page.reload()),
      setFile: async (selector, path) => {
        const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
        if (!input) throw new Error(`there is no ${selector}`);
        await input.uploadFile(path);
      },
      text: (selector) => page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? null, selector),
      close: () => browser.close(),
    };
  },
};
