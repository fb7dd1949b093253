/**
 * `npm run bench:models -- [--rounds N] [--dry]`: the starter pack's models in a browser, against those of the test kit
 * in the same page: run time, and how they do on the kit's photos through the app's own path. Writes what it measured
 * into models/<role>/browser.json and the model cards, so that no number there is typed in; `--dry` only prints. The
 * figures of training and held-out photos come from each recipe, which needs its data: see models/<role>/README.md.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation, type Headless } from './headless.ts';
import { hasKit, KIT, writeKitPack } from './kit-pack.ts';
import { browserTable, publish, type Figure } from './model-cards.ts';
import { main, ROOT, UserError } from './run.ts';
import { bootstrap } from '../evaluation/bootstrap.ts';
import { median, wilson } from './statistics.ts';
import type { HeadlessReport as Report } from '../src/headless/headless';
import type { Manifest } from '../src/packs/manifest';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Labelled {
  scientific_name: string;
  photo?: string;
}

/** The longest that a model may take, relative to the kit's model in the same role; the others have no limit. */
const SLOWEST = { image: 3, detector: 1 } as Record<string, number>;
const LARGEST = { image: 16e6, detector: 4e6, geo: 4e6, sound: 4e6 } as Record<string, number>;
const NO_INPUT = { place: null, day: null, policy: 'blueprint' };

function figure(
  name: string,
  values: readonly number[],
  statistic: (values: readonly number[]) => number,
  target: string,
  meets: ((value: number) => boolean) | null,
): Figure {
  const { value, low, high } = bootstrap(values, statistic);
  return { name, value, low, high, n: values.length, target, holds: meets?.(value) ?? null };
}

function share(name: string, hits: boolean[], least: number | null): Figure {
  const count = hits.filter(Boolean).length;
  const value = count / hits.length;
  const [low, high] = wilson(count, hits.length);
  const target = least === null ? 'none' : `at least ${least}`;
  return { name, value, low, high, n: hits.length, target, holds: least === null ? null : value >= least };
}

/** The species that the image classifier learnt from photos; its other labels come from its teacher. */
function speciesWithPhotos(): Set<string> {
  const lines = readFileSync(join(ROOT, 'models/image/class_map.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return new Set(lines.map((line) => line.split('\t')[2] ?? ''));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns by role */
async function raceFigures(app: Headless, rounds: number): Promise<Map<string, Figure[]>> {
  const results = await app.page.evaluate((given) => globalThis.workbench.race(['starter', 'kit'], given), rounds);
  const figures = new Map<string, Figure[]>();
  for (const role of new Set(results.map((one) => one.role))) {
    const times = results.filter((one) => one.role === role).map((one) => one.milliseconds);
    const limit = SLOWEST[role];
    const ratios = times.map(({ starter = NaN, kit = NaN }) => starter / kit);
    figures.set(role, [
      figure(
        'milliseconds of one run',
        times.map(({ starter = NaN }) => starter),
        median,
        'none',
        null,
      ),
      figure(
        "run time over that of the kit's model in the same page",
        ratios,
        median,
        limit === undefined ? 'none' : `at most ${limit}`,
        limit === undefined ? null : (value) => value <= limit,
      ),
    ]);
  }
  return figures;
}

/** What a pack says about each photo of the kit, through the app. */
async function lookAtPhotos(pack: { name: string; folder: string | null }, rows: Labelled[]) {
  const app = await openEvaluation(pack);
  const seen = [];
  try {
    for (const { photo, scientific_name } of rows) {
      const { report } = await app.identify([join(KIT, 'media', String(photo))], NO_INPUT);
      const first = report && firstLook(report);
      const judged = await app.page.evaluate(
        ([truth, named]) => globalThis.workbench.judge(String(truth), named ?? null),
        [scientific_name, first ?? null],
      );
      seen.push({ box: report && largestBox(report), known: judged.known, right: judged.right === true });
    }
  } finally {
    await app.close();
  }
  return seen;
}

function firstLook({ ledger }: Report) {
  for (const entry of ledger) {
    if (entry.kind === 'tool' && entry.tool === 'classify_image' && entry.outcome.status === 'ok') {
      return entry.outcome.payload.candidates[0]?.taxon ?? null;
    }
  }
  return null;
}

function largestBox({ ledger }: Report): Box | null {
  for (const entry of ledger) {
    if (entry.kind === 'tool' && entry.tool === 'detect_bird' && entry.outcome.status === 'ok') {
      const { birds, largest } = entry.outcome.payload;
      return largest === null ? null : (birds[largest]?.box ?? null);
    }
  }
  return null;
}

function overlap(a: Box, b: Box) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}

async function photoFigures(kitPack: string): Promise<Map<string, Figure[]>> {
  const all = JSON.parse(readFileSync(join(KIT, 'media/labels.json'), 'utf8')) as Labelled[];
  const rows = all.filter(({ photo }) => photo !== undefined);
  const own = await lookAtPhotos({ name: 'starter', folder: null }, rows);
  const kit = await lookAtPhotos({ name: basename(kitPack), folder: kitPack }, rows);
  const both = own.flatMap(({ box }, index) => {
    const other = kit[index]?.box;
    return box && other ? [overlap(box, other)] : [];
  });
  const withPhotos = speciesWithPhotos();
  const known = own
    .map((one, at) => ({ ...one, fromPhotos: withPhotos.has(rows[at]!.scientific_name) }))
    .filter((one) => one.known && one.box);
  const rightOf = (fromPhotos: boolean) =>
    known.filter((one) => one.fromPhotos === fromPhotos).map(({ right }) => right);
  return new Map([
    [
      'detector',
      [
        share(
          "kit photos with a bird, at the manifest's threshold",
          own.map(({ box }) => box !== null),
          0.95,
        ),
        figure("mean IoU with YOLOX-nano's largest box", both, mean, 'at least 0.75', (value) => value >= 0.75),
      ],
    ],
    [
      'image',
      [
        share('species first on its crop, kit photos of species with training photos', rightOf(true), 0.82),
        share('species first on its crop, kit photos of species without', rightOf(false), null),
      ],
    ],
  ]);
}

/** @param folder of the kit's pack */
async function timedFigures(folder: string, rounds: number) {
  const app = await openEvaluation({ name: 'kit', folder });
  try {
    return await raceFigures(app, rounds);
  } finally {
    await app.close();
  }
}

await main(async () => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '30' }, dry: { type: 'boolean', default: false } },
  });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1)) throw new UserError('--rounds takes a number from 1 on.');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'public/packs/starter/manifest.json'), 'utf8')) as Manifest;
  for (const { role, file } of manifest.models) {
    const bytes = manifest.files.find(({ path }) => path === file)?.bytes ?? NaN;
    const limit = LARGEST[role] ?? Infinity;
    console.log(
      `${role.padEnd(9)} ${(bytes / 1e6).toFixed(2)} MB (at most ${limit / 1e6}): ${bytes <= limit ? 'holds' : 'MISSED'}`,
    );
  }
  if (!hasKit) {
    console.log(
      `Skipped: run times and photos need the test kit at ${KIT}, which is not there. The cards stay as they are.`,
    );
    return 0;
  }
  await ensureEvaluationBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'goldcrest-kit-'));
  try {
    const kitPack = await writeKitPack(join(folder, 'kit'));
    const timed = await timedFigures(kitPack, rounds);
    const photos = await photoFigures(kitPack);
    for (const { role } of manifest.models) {
      const figures = [...(timed.get(role) ?? []), ...(photos.get(role) ?? [])];
      if (figures.length === 0) {
        console.log(`\n${role}: skipped, the kit has nothing to compare it with.`);
        continue;
      }
      const results = { date: new Date().toISOString().slice(0, 10), command: 'npm run bench:models', figures };
      console.log(`\n${role}\n${browserTable(results)}`);
      if (!values.dry && !publish(role, results)) console.log(`models/${role} has no card: not written.`);
    }
    console.log(
      '\nFigures of held-out photos, places and sounds are the recipes’ own; making them anew needs their data.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
});
