/** Draws the PNG icons from the mark, public/icons/mark.svg, in headless Chromium. The results are committed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './browser.ts';
import { ensureBrowser } from './install-browser.ts';
import { main, ROOT } from './run.ts';

const FOLDER = join(ROOT, 'public/icons');
const PAPER = '#fbfaf5';

/**
 * share: how much of the side the mark fills. A maskable icon may be cut to the circle over the middle 80 %
 * (w3.org/TR/appmanifest, "safe zone"); iOS fills transparency with black and rounds the corners itself.
 */
const ICONS = [
  { file: 'icon-192.png', side: 192, share: 1, background: 'transparent' },
  { file: 'icon-512.png', side: 512, share: 1, background: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, share: 0.74, background: PAPER },
  { file: 'apple-touch-icon.png', side: 180, share: 0.76, background: PAPER },
];

await main(async () => {
  const mark = readFileSync(join(FOLDER, 'mark.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  try {
    for (const { file, side, share, background } of ICONS) {
      const page = await browser.newPage({ viewport: { width: side, height: side } });
      const style = `html,body{margin:0;height:100%;background:${background}}body{display:grid;place-items:center}svg{width:${share * 100}%}`;
      await page.setContent(`<style>${style}</style>${mark}`);
      await page.screenshot({ path: join(FOLDER, file), omitBackground: background === 'transparent' });
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return 0;
});
