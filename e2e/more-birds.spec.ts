import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DIST } from '../scripts/build.ts';
import { whole } from '../src/testing/misbehaving.ts';
import { drawing } from './drawing.ts';
import { expect, test as base } from './fixtures.ts';

const RUN = { timeout: 60_000 };
const NAME = 'better-eyes';
const BIRDS = 2000;

interface Listed {
  files: { path: string }[];
  models: { role: string; file: string; golden: string; labels: { file: string } }[];
}

/** The starter's own image model as a pack of the catalogue that says it knows more birds; a browser does not look behind that. */
async function writePack(folder: string): Promise<void> {
  const starter = join(DIST, 'packs/starter');
  const manifest = JSON.parse(await readFile(join(starter, 'manifest.json'), 'utf8')) as Listed;
  const models = manifest.models.filter(({ role }) => role === 'image');
  const wanted = models.flatMap(({ file, golden, labels }) => [file, golden, labels.file]);
  const files = manifest.files.filter(({ path }) => wanted.includes(path));
  for (const { path } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(starter, path), join(folder, path));
  }
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, name: NAME, title: 'Better eyes', files, models }),
  );
}

const test = base.extend({
  packs: async ({ packs }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'goldcrest-more-'));
    await writePack(folder);
    await use({ ...packs, [NAME]: folder });
    await rm(folder, { recursive: true });
  },
  answers: async ({ answers }, use) => {
    const entry = {
      name: NAME,
      title: 'Better eyes',
      summary: 'More birds.',
      bytes: 9_900_000,
      licence: 'MIT License',
      nonCommercial: true,
    };
    const packs = [{ ...entry, manifests: [`packs/${NAME}/manifest.json`], birds: { role: 'image', count: BIRDS } }];
    answers.set('/catalogue.json', whole(Buffer.from(JSON.stringify({ format: 1, hosts: [], packs }))));
    await use(answers);
  },
});

test('what more birds there are is told in birds and megabytes, comes by one button, and the bird is judged again by itself', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  const file = { name: 'bird.png', mimeType: 'image/png', buffer: await drawing(browser) };
  await page.getByTestId('choose-photo').first().setInputFiles(file);
  await expect(page.locator('#verdict-name')).toBeVisible(RUN);
  await expect(page.locator('main')).toContainText('Pack starter');
  const more = page.getByRole('region', { name: 'More birds' });
  await expect(more).toContainText('2,000 birds');
  await expect(more).toContainText('For non-commercial use only');
  await more.getByRole('button', { name: 'Get 2,000 birds, 9.9 MB' }).click();
  // Nothing else is asked: the verdict about the same photo is the new pack's.
  await expect(page.locator('main')).toContainText(NAME, RUN);
  await expect(page.locator('#verdict-name')).toBeVisible(RUN);
  await expect(more).toHaveCount(0);

  await page.goto('/#/about');
  await expect(page.getByRole('heading', { name: 'Ready for the field' })).toBeVisible();
  await expect(more).toHaveCount(0);
});

base('the packs of the catalogue are offered with the models that come with the app', async ({ page }) => {
  const catalogue = JSON.parse(readFileSync(join(DIST, 'catalogue.json'), 'utf8')) as {
    packs: { birds?: { count: number } }[];
  };
  const most = Math.max(...catalogue.packs.map(({ birds }) => birds?.count ?? 0));
  await page.goto('/#/about');
  await expect(page.getByRole('button', { name: `Get ${most.toLocaleString('en-GB')} birds` })).toBeVisible(RUN);
});
