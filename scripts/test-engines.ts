/**
 * `npm run test:engines`: the built app names the bird of a photo and of a recording in other engines than Chromium, and both
 * verdicts are there again after a reload. Debian's Firefox ESR and WebKitGTK are installed where that may be done, and skipped by
 * name where not. The photo and the recording are real ones out of Debian's packages (scripts/engines/media.ts); where those cannot
 * be had, a drawing and a made-up song show only that the models run. The last line is the sum: `N passed, N failed`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DIST, ensureBuilt } from './build.ts';
import { firefox } from './engines/firefox.ts';
import { writeMedia, type Media } from './engines/media.ts';
import type { Engine, EnginePage } from './engines/page.ts';
import { webkit } from './engines/webkit.ts';
import { isMain, main, run } from './run.ts';
import { startServer } from './server.ts';
import { sumCounts, summaryLine, type Counts } from './test-counts.ts';

const ENGINES: Engine[] = [firefox, webkit];

const PATIENCE_MS = 240_000;
const SETTLING_MS = 20_000;
/** What the card says where a model did not run. */
const NOT_COMPARED = 'Not compared';
/** A rung of the ladder that was reached: a name was declared, if only a family's. */
const DECLARED = '.ladder li.lit .taxon';

async function installOnDebian(packages: string[]) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${packages.join(' ')} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

/** The text of an element, once there is one; `wanted` waits for that very text, for a while: names come after the first frame. */
async function waitFor(page: EnginePage, selector: string, wanted?: string): Promise<string> {
  const until = Date.now() + PATIENCE_MS;
  const settled = Date.now() + SETTLING_MS;
  for (;;) {
    const text = (await page.text(selector).catch(() => null))?.trim().replace(/\s+/g, ' ');
    if (text !== undefined && text !== '' && (wanted === undefined || text === wanted || Date.now() > settled))
      return text;
    if (Date.now() > until) throw new Error(`${selector} did not come in ${PATIENCE_MS / 1000} s`);
    await new Promise((done) => setTimeout(done, 250));
  }
}

async function verdictOn(page: EnginePage, address: string, input: string, { file, real }: Media): Promise<string> {
  await page.goto(address);
  await waitFor(page, 'h1');
  await page.setFile(`[data-testid=${input}]`, file);
  const verdict = await waitFor(page, '#verdict-name');
  if (verdict === NOT_COMPARED) throw new Error(`the verdict is “${verdict}”: a model did not run`);
  if (real && (await page.text(DECLARED)) === null) throw new Error(`of a real bird it says “${verdict}”`);
  return verdict;
}

/** What the app says of a file, before and after a reload. */
async function stays(page: EnginePage, address: string, input: string, media: Media): Promise<string> {
  const said = await verdictOn(page, address, input, media);
  await page.reload();
  const again = await waitFor(page, '#verdict-name', said);
  if (again !== said) throw new Error(`after a reload the verdict is “${again}”, which was “${said}”`);
  return `${media.what}: ${said}`;
}

async function walk(page: EnginePage, address: string, photo: Media, sound: Media): Promise<void> {
  const seen = await stays(page, address, 'choose-photo', photo);
  const heard = await stays(page, address, 'choose-sound', sound);
  console.log(`  ${seen}; ${heard}`);
}

/** The page lives as long as the walk. */
async function tryEngine(engine: Engine, address: string, photo: Media, sound: Media): Promise<Counts> {
  const start = Date.now();
  if (engine.missing() !== null) await installOnDebian(engine.packages);
  const missing = engine.missing();
  if (missing !== null) {
    console.log(`skipped  ${engine.name}: there is no ${missing}; ${engine.packages.join(' and ')} bring it`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  try {
    const page = await engine.open();
    try {
      await walk(page, address, photo, sound);
    } finally {
      await page.close();
    }
    console.log(`ok       ${engine.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    console.log(`failed   ${engine.name}: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, skipped: 0, failures: [`engine: ${engine.name}`] };
  }
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensureBuilt();
    const folder = mkdtempSync(join(tmpdir(), 'goldcrest-engines-'));
    const { photo, sound } = await writeMedia(folder);
    const server = await startServer({ root: DIST });
    const counts: Counts[] = [];
    for (const engine of ENGINES) counts.push(await tryEngine(engine, `${server.origin}/`, photo, sound));
    await server.close();
    rmSync(folder, { recursive: true });
    const sum = sumCounts(counts);
    for (const failure of sum.failures) console.log(`\nFailed: ${failure}`);
    console.log(`\n${summaryLine(sum)}`);
    return sum.failed > 0 ? 1 : 0;
  });
}
