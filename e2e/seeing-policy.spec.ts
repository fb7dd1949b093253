import type { Browser, Page } from '@playwright/test';
import type { HeadlessReport } from '../src/headless/headless.ts';
import type { Engine } from '../src/policies/manifest.ts';
import { drawing } from './drawing.ts';
import { expect, test } from './fixtures.ts';
import { killDuring, openPack } from './headless.ts';

/** Qwen3-VL's architecture with random weights (models/policy/vision): it knows nothing, and must still do no harm. */
test.use({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  packs: async ({}, use) => {
    await use({ 'qwen3-vl-2b': 'e2e/fixtures/seeing-policy' });
  },
});

/** A picture of the same size with nothing in it. */
async function emptySky(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.setContent('<body style="background: #123">');
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

function identify(page: Page, file: number, engine: Engine): Promise<HeadlessReport> {
  return page.evaluate(
    async ([index, wanted]) => {
      const request = { files: [index], place: null, day: null, policy: 'qwen3-vl-2b', engine: wanted };
      return (await goldcrest.identify(request)).report!;
    },
    [file, engine] as const,
  );
}

test('a policy that sees looks at the photo, says only what can be carried out, and the run ends in a verdict', async ({
  page,
  browser,
}) => {
  // One worker dies in the middle of its first answer: the run goes on with another.
  await killDuring(page, 'reply', 1);
  expect(await openPack(page)).toBeNull();
  const files = [await drawing(browser), await emptySky(browser)];
  await page
    .locator('#files')
    .setInputFiles(files.map((buffer, i) => ({ name: `${i}.png`, mimeType: 'image/png', buffer })));

  const bird = await identify(page, 0, 'wasm');
  expect(bird.conversation.problem).toBeNull();
  expect(bird.events.at(-1)).toMatchObject({ type: 'verdict' });
  expect(bird.conversation.replies.length).toBeGreaterThan(0);
  const codes = bird.ledger.flatMap((entry) =>
    'outcome' in entry && entry.kind === 'rejected' ? entry.outcome.code : [],
  );
  expect(codes, 'constrained: nothing it says is malformed').not.toContain('reply_not_json');
  expect(codes).not.toContain('reply_without_action');

  const again = await identify(page, 0, 'wasm');
  const texts = (report: HeadlessReport): string[] => report.conversation.replies.map(({ text }) => text);
  expect(texts(again)).toEqual(texts(bird));
  const sky = await identify(page, 1, 'wasm');
  expect(texts(sky), 'the same words, another picture').not.toEqual(texts(bird));
});
