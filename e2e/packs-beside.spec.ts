import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DIST } from '../scripts/build.ts';
import { cutAt, rangeStart } from '../src/testing/misbehaving.ts';
import { drawing } from './drawing.ts';
import { expect, test as base } from './fixtures.ts';
import { writeSong } from './song.ts';

const SOUND_MODEL = 'packs/sound/sound.onnx';

interface Started {
  address: string;
  stop: () => Promise<void>;
}

interface Listed {
  files: { path: string }[];
  models: { role: string; file: string; golden: string; labels: { file: string } }[];
  [key: string]: unknown;
}

/** A pack that is better at one role: the starter's model for places under another name. */
async function writeBetterPack(folder: string): Promise<void> {
  const starter = join(DIST, 'packs/starter');
  const manifest = JSON.parse(await readFile(join(starter, 'manifest.json'), 'utf8')) as Listed;
  const models = manifest.models.filter(({ role }) => role === 'geo');
  const wanted = models.flatMap(({ file, golden, labels }) => [file, golden, labels.file]);
  const files = manifest.files.filter(({ path }) => wanted.includes(path));
  for (const { path } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(starter, path), join(folder, path));
  }
  const better = { ...manifest, name: 'near', title: 'Where birds live, better', files, models };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(better));
}

/** The app as `npm start` serves it with a pack that was built beside it. */
async function startBeside(folder: string): Promise<Started> {
  const args = [join(import.meta.dirname, '../scripts/launch.mjs'), 'server', '--better', folder];
  const child: ChildProcess = spawn(process.execPath, args, { env: { ...process.env, PORT: '0' } });
  const address = await new Promise<string>((done, fail) => {
    child.stdout?.on('data', (text: Buffer) => {
      const [found] = /http:\/\/localhost:\d+/.exec(text.toString()) ?? [];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => fail(new Error('the server ended')));
  });
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { address, stop };
}

const test = base.extend<{ started: Started }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  started: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'goldcrest-beside-'));
    await mkdir(join(folder, 'near'));
    await writeBetterPack(join(folder, 'near'));
    const started = await startBeside(join(folder, 'near'));
    await use(started);
    await started.stop();
    await rm(folder, { recursive: true });
  },
});

test('a pack beside the app is used on every visit, and with the server stopped', async ({
  page,
  browser,
  started,
}) => {
  const buffer = await drawing(browser);
  const better = page.getByRole('heading', { name: 'Where birds live, better' });
  await page.goto(`${started.address}/`);
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });

  await started.stop();
  await page.goto(`${started.address}/#/packs`);
  await page.reload();
  await expect(better).toBeVisible();
  await page.goto(`${started.address}/`);
  await page.getByTestId('choose-photo').first().setInputFiles({ name: 'bird.png', buffer, mimeType: 'image/png' });
  await expect(page.locator('#verdict-name')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#verdict-name')).not.toHaveText('Not compared');
});

base.describe('the pack for sounds', () => {
  base.use({ allowedProblems: [/Failed to load resource/] });

  base('comes when a sound is opened, and goes on where its download breaks', async ({ page, answers, site }) => {
    const model = await readFile(join(DIST, SOUND_MODEL));
    const starts: number[] = [];
    const broken = cutAt(model, [6_000_000, 15_000_000]);
    answers.set(`/${SOUND_MODEL}`, (request, response) => {
      starts.push(rangeStart(request));
      broken(request, response);
    });
    await page.goto('/');
    await expect(page.getByTestId('offline-state')).toHaveText(/works/i, { timeout: 60_000 });
    expect(site.requests).toContain('/packs/sound/manifest.json');
    expect(starts).toEqual([]);

    const song = writeSong(6);
    await page.getByTestId('choose-sound').first().setInputFiles(song);
    await expect(page.getByText('Birds are named by BirdNET')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('link', { name: /CC BY-NC-SA 4.0|ShareAlike 4.0/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Raven selection table' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('did not work')).toHaveCount(0);
    // A browser may drop what it had not handed on when the line broke.
    const [first, second, third, ...more] = starts;
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(second!);
    expect(more).toEqual([]);
    await rm(dirname(song), { recursive: true });
  });
});
