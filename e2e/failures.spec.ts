import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DIST } from '../scripts/build.ts';
import { KIT } from '../scripts/kit-pack.ts';
import type { AgentEvent } from '../src/domain/events.ts';
import type { Evidence } from '../src/domain/ledger.ts';
import type { OpenedPhoto } from '../src/app/goldcrest.ts';
import { png } from '../src/testing/pictures.ts';
import { expect, needsKit, test as base } from './fixtures.ts';
import { killDuring, killWorker, openPack, openPhoto, run, workersStarted, type TestFile } from './headless.ts';

/** A drawing with enough detail to pass the quality gate; the tests say where the bird is. */
const drawing: TestFile = {
  name: 'drawing.png',
  buffer: png(320, 240, (x, y) => {
    const inside = ((x - 160) / 70) ** 2 + ((y - 120) / 50) ** 2 < 1;
    return inside ? [90 + ((x * 7) % 60), 70 + ((y * 5) % 50), 40] : [120, 160 + ((x + y) % 20), 120];
  }),
};
const FOCUS = { x: 90, y: 70, width: 140, height: 100 };

async function open(page: Page, file: TestFile = drawing): Promise<OpenedPhoto> {
  const opened = await openPhoto(page, file);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

const entriesOf = (events: AgentEvent[]): Evidence[] =>
  events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
const entryOf = (events: AgentEvent[], tool: string): Evidence | undefined =>
  entriesOf(events).find((entry) => 'tool' in entry && entry.tool === tool);

/** A copy of the pack that the app opens with, in which one byte of a file can be flipped. */
interface DamagedPack {
  flip: (path: string) => Promise<void>;
  modelFile: (role: string) => Promise<string>;
}

const test = base.extend<{ folder: string; damaged: DamagedPack }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'goldcrest-damaged-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  packs: async ({ packs, folder }, use) => {
    const starter = join(DIST, 'packs/starter');
    const source = existsSync(join(starter, 'manifest.json')) ? starter : packs.starter;
    if (source === undefined) throw new Error('There is neither a starter pack nor a test kit.');
    await cp(source, folder, { recursive: true, dereference: true });
    await use({ ...packs, damaged: folder });
  },
  damaged: async ({ folder }, use) => {
    await use({
      flip: async (path) => {
        const bytes = await readFile(join(folder, path));
        bytes[Math.floor(bytes.length / 2)]! ^= 1;
        await writeFile(join(folder, path), bytes);
      },
      modelFile: async (role) => {
        interface Listed {
          models: { role: string; file: string }[];
        }
        const { models } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Listed;
        return models.find((model) => model.role === role)!.file;
      },
    });
  },
});

test.describe('a pack with one byte changed', () => {
  test.use({ ownPacks: ['damaged'] });

  test('in a model: the file is named and not used, and the run ends in an honest abstention', async ({
    page,
    damaged,
  }) => {
    const file = await damaged.modelFile('image');
    await damaged.flip(file);
    expect(await openPack(page, 'damaged')).toBeNull();
    const events = await run(page, await open(page), { focus: FOCUS });
    const entry = entryOf(events, 'classify_image');
    expect(entry).toMatchObject({ kind: 'tool', outcome: { status: 'failed', code: 'model_damaged' }, model: null });
    expect(entry).toHaveProperty('outcome.message', expect.stringContaining(`${file} of the pack is damaged`));
    expect(events.at(-1)).toMatchObject({ type: 'verdict', verdict: { grain: 'abstain', rule: 'nothing_classified' } });
  });

  test('in the labels: the pack does not open, and the file is named', async ({ page, damaged }) => {
    await damaged.flip('labels/image.txt');
    expect(await openPack(page, 'damaged')).toMatchObject({ code: 'file_damaged', file: 'labels/image.txt' });
  });

  test('in a model: the notes under the verdict name the file and say what to do', async ({ page, damaged }) => {
    const file = await damaged.modelFile('detector');
    await damaged.flip(file);
    await page.goto('/');
    await page
      .getByTestId('choose-photo')
      .first()
      .setInputFiles({ ...drawing, mimeType: 'image/png' });
    // Without a detector the whole photo is looked at, and the drawing is no bird that the classifier knows.
    await expect(page.locator('#verdict-name')).toHaveText('Probably not a bird', { timeout: 60_000 });
    const note = page.getByText(`did not work: ${file} of the pack is damaged and is not used`);
    await expect(note).toBeVisible();
    await expect(note).toContainText('Reload to fetch it again.');
  });

  test('in the labels says so on the screen, and goes on once the file is whole again', async ({ page, damaged }) => {
    await damaged.flip('labels/image.txt');
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('labels/image.txt of the pack is damaged and is not used');
    await expect(alert).toContainText('Saved observations are safe.');
    await damaged.flip('labels/image.txt');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
  });
});

test.describe('a worker that is killed in mid-run', () => {
  for (const step of ['measure', 'load', 'classify']) {
    test(`while it has to ${step} is rebuilt, and the run goes on`, async ({ page }) => {
      await killDuring(page, step, 1);
      expect(await openPack(page)).toBeNull();
      const events = await run(page, await open(page), { focus: FOCUS });
      expect(await workersStarted(page)).toBe(2);
      for (const entry of entriesOf(events)) expect(entry).toMatchObject({ outcome: { status: 'ok' } });
      expect(entryOf(events, 'classify_image')).toBeDefined();
      expect(events.at(-1)).toMatchObject({ type: 'verdict', ending: 'concluded' });
    });
  }

  test('between two runs is rebuilt with its photo, and gives the same answer as before', async ({ page }) => {
    await killDuring(page, 'nothing', 0);
    expect(await openPack(page)).toBeNull();
    const photo = await open(page);
    const before = await run(page, photo, { focus: FOCUS });
    await killWorker(page);
    const after = await run(page, photo, { focus: FOCUS });
    expect(await workersStarted(page)).toBe(2);
    expect(after.at(-1)).toHaveProperty('verdict', (before.at(-1) as { verdict: unknown }).verdict);
  });

  test('each time is given up after the second: the ledger says so, and the run still ends in a verdict', async ({
    page,
  }) => {
    await killDuring(page, 'classify', 99);
    expect(await openPack(page)).toBeNull();
    const events = await run(page, await open(page), { focus: FOCUS });
    const entry = entryOf(events, 'classify_image');
    expect(entry).toMatchObject({ outcome: { status: 'failed', code: 'worker_lost' } });
    expect(entry).toHaveProperty('outcome.message', expect.stringMatching(/stopped unexpectedly, twice in a row/));
    expect(events.at(-1)).toMatchObject({ type: 'verdict', verdict: { grain: 'abstain', rule: 'nothing_classified' } });
  });
});

test.describe('with a real photo of a bird', () => {
  needsKit();

  test('a worker that is killed while it names the bird does not change the verdict', async ({ page }) => {
    const buffer = await readFile(join(KIT, 'media/photos/acorn-woodpecker.jpg'));
    expect(await openPack(page, 'kit')).toBeNull();
    const undisturbed = await run(page, await open(page, { name: 'bird.jpg', buffer }));
    await killDuring(page, 'classify', 1);
    expect(await openPack(page, 'kit')).toBeNull();
    const disturbed = await run(page, await open(page, { name: 'bird.jpg', buffer }));
    expect(await workersStarted(page)).toBe(2);
    expect(undisturbed.at(-1)).toMatchObject({ type: 'verdict', verdict: { grain: 'genus' } });
    expect(disturbed.at(-1)).toHaveProperty('verdict', (undisturbed.at(-1) as { verdict: unknown }).verdict);
  });
});

test.describe('a device without room', () => {
  test('says that the observation is not saved, and the verdict stays on the screen', async ({ page, site }) => {
    await page.goto('/');
    await expect(page.getByTestId('choose-photo').first()).toBeAttached();
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
    const { name, buffer } = drawing;
    await page.getByTestId('choose-photo').first().setInputFiles({ name, buffer, mimeType: 'image/png' });
    await expect(page.getByRole('alert')).toContainText('no room left', { timeout: 60_000 });
    await expect(page.getByRole('alert')).toContainText('Delete old observations or free some space');
    await expect(page.locator('#verdict-name')).toBeVisible();

    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
    await page.goto('/');
    await expect(page.getByText('Nothing yet.')).toBeVisible();
  });
});
