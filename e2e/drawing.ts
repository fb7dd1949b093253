import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/** Our own drawing, so that a whole identification runs on any machine; no model has ever seen a bird like it. */
export async function drawing(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.setContent(readFileSync('e2e/fixtures/drawn-goldcrest.svg', 'utf8'));
  const picture = await page.locator('svg').screenshot();
  await page.close();
  return picture;
}

/** A photo in which there is nothing to see. */
export async function darkPicture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.setContent('<style>body{margin:0;height:100vh;background:#0b0d12}</style>');
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
