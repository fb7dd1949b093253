import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/browser.ts';
import { ensureBrowser } from '../scripts/install-browser.ts';
import { TOOL_NAMES } from '../src/domain/tools/schemas.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';

interface ModelContext {
  getTools(): Promise<{ name: string; inputSchema: unknown }[]>;
  executeTool(tool: object, args: object): Promise<unknown>;
}

test('an agent in the browser finds the nine tools through WebMCP and is taught by what fails', async ({
  site,
  browser,
}) => {
  const picture = await drawing(browser);
  const args = CHROMIUM_FLAGS.map((flag) => (flag.startsWith('--enable-features=') ? `${flag},WebMCP` : flag));
  const own = await chromium.launch({ executablePath: await ensureBrowser(), args });
  try {
    const page = await own.newPage();
    await page.goto(site.origin);
    const has = await page.evaluate(() => 'modelContext' in document);
    test.skip(!has, 'this browser has no WebMCP, not even behind its flag');
    await page.getByTestId('choose-photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
    await expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { modelContext } = document as unknown as { modelContext: ModelContext };
          return (await modelContext.getTools()).map(({ name }) => name).sort();
        }),
      )
      .toEqual([...TOOL_NAMES].sort());

    const call = (name: string, given: object) =>
      page.evaluate(
        async ([wanted, input]) => {
          const { modelContext } = document as unknown as { modelContext: ModelContext };
          const tool = (await modelContext.getTools()).find((one) => one.name === wanted)!;
          return JSON.stringify(await modelContext.executeTool(tool, input));
        },
        [name, given] as const,
      );
    expect(await call('detect_bird', { image: 'photo-1' })).toContain('count');
    expect(await call('geo_prior', { taxa: ['goldcr1'] })).not.toContain('invalid_arguments');
    expect(await call('crop', { image: 'photo-1', region: { x: 99_999, y: 0, width: 50, height: 50 } })).toContain(
      'region_outside_image',
    );
  } finally {
    await own.close();
  }
});
