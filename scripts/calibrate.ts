/**
 * `npm run calibrate -- --set DIR --pack NAME|DIR [--risk R] [--count PREFIX] [--strangers hidden|real] [--keep-temperature] [--kept]
 * [--out DIR] [--docs DIR] [--dry-run]`: fits the judgement of a pack's image classifier on labelled photos that its training did not see, and writes it to the pack's
 * manifest. Each photo is looked at once by the app; what its models put out is then taken to places drawn from the range,
 * wrong places and none. Birds that the labels miss are those of the set (real), or come of hiding labels by chance (hidden). With
 * --kept from the looks that an earlier run left in the folder.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments, type BenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder, type Bench } from './bench-lib.ts';
import { readRun, runSet } from './bench-run.ts';
import { progress } from './progress.ts';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { placesIn, type Worlds } from './calibration-worlds.ts';
import { UsageError } from './identify-args.ts';
import { main, ROOT, UserError } from './run.ts';
import type { Calibration } from '../src/packs/model-parts';
import type { TaxonId } from '../src/domain/taxonomy';
import type { LocalList } from '../evaluation/judgement/worlds';

interface ImageEntry {
  role: string;
  output: { kind: 'probabilities' | 'logits' };
  calibration: Calibration;
}

/** Of all items, with a place that is wrong once in twenty, or with none. */
const RISK = '0.01';
/** A wrong genus or family misleads less than a wrong species. */
const COARSER = 0.01;
/** Where every place is wrong twice the risk is allowed: such places are few. */
const ASTRAY = 2;
/** The share of photos on which a tool may fail: beyond it something is broken, and the fit would be of nothing. */
const MOST_FAILING = 0.05;
/** Places a species is drawn at; at the last of them half of the species are seen in a month that is not known. */
const PLACES = 3;
/** Lists of local birds are large: as many at once as a page hands over without a pause. */
const LISTS_AT_ONCE = 20;

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      risk: { type: 'string', default: RISK },
      count: { type: 'string', default: '' },
      strangers: { type: 'string', default: 'hidden' },
      'keep-temperature': { type: 'boolean', default: false },
      kept: { type: 'boolean', default: false },
      out: { type: 'string' },
      docs: { type: 'string' },
      limit: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { set, pack } = values;
  if (set === undefined) throw new UsageError('Name a set: --set DIR.');
  const risk = Number(values.risk);
  if (!(risk > 0 && risk < 1)) throw new UsageError(`--risk is "${values.risk}"; it is a share such as 0.01.`);
  const out = values.out ?? join('bench', `calibrate-${basename(pack)}-image`);
  const limit = values.limit === undefined ? [] : ['--limit', values.limit];
  const given = ['--set', set, '--pack', pack, '--modality', 'image', '--place', 'none', '--out', out, ...limit];
  const wanted = readBenchArguments(given);
  if (!('out' in wanted)) throw new UsageError('calibrate takes a set and a pack.');
  const docs = values.docs === undefined ? null : resolve(process.env.INIT_CWD ?? '', values.docs);
  const { kept, count, strangers } = values;
  if (strangers !== 'hidden' && strangers !== 'real') {
    throw new UsageError(`--strangers is "${strangers}"; it is hidden or real.`);
  }
  return {
    wanted,
    risk,
    count,
    kept,
    docs,
    strangers,
    keepTemperature: values['keep-temperature'],
    dryRun: values['dry-run'],
  };
}

/** The birds of a few places for every species of the set, asked of the pack's geo model once and kept beside the looks. */
async function worldsFor(wanted: BenchArguments, species: readonly (TaxonId | null)[]): Promise<Worlds> {
  const file = join(wanted.out, 'worlds.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Worlds;
  await ensureEvaluationBuilt({ quiet: true });
  const app = await openEvaluation(wanted.pack, { alone: true });
  try {
    const wishes = species.flatMap((one) =>
      Array.from({ length: PLACES }, (_, draw) => ({ species: one, seed: `${one ?? 'any'} ${draw}` })),
    );
    process.stderr.write('asking the geo model where the birds live\n');
    const drawn = await app.page.evaluate((all) => globalThis.workbench.places(all), wishes);
    const asked: { spot: { latitude: number; longitude: number }; month: number | null }[] = [];
    const indexOf = new Map<string, number>();
    const add = (spot: { latitude: number; longitude: number } | null | undefined, month: number | null) => {
      if (!spot) return null;
      const key = `${spot.latitude} ${spot.longitude} ${month}`;
      const index = indexOf.get(key) ?? asked.push({ spot, month }) - 1;
      indexOf.set(key, index);
      return index;
    };
    const places: Worlds['places'] = {};
    for (const [at, one] of species.entries()) {
      const of = drawn.slice(at * PLACES, (at + 1) * PLACES);
      const monthOf = (day: string) => Number(day.slice(5, 7));
      const own = of.flatMap((place, draw) => {
        const timeless = draw === PLACES - 1 && at % 2 === 0;
        return place ? (add(place.spot, timeless ? null : monthOf(place.day)) ?? []) : [];
      });
      const [first] = of;
      places[one ?? 'any'] = { own, far: first ? add(first.far, monthOf(first.day)) : null };
    }
    // By latitude and longitude, so that the page works a square out once for all its months.
    const order = [...asked.keys()].sort((a, b) => keyOf(asked[a]!).localeCompare(keyOf(asked[b]!)));
    const lists: (LocalList | null)[] = asked.map(() => null);
    let known: TaxonId[] = [];
    const tick = progress(0, Math.ceil(order.length / LISTS_AT_ONCE));
    for (let from = 0; from < order.length; from += LISTS_AT_ONCE) {
      const part = order.slice(from, from + LISTS_AT_ONCE);
      const answer = await app.page.evaluate(
        (of) => globalThis.workbench.localBirds(of),
        part.map((index) => asked[index]!),
      );
      part.forEach((index, at) => (lists[index] = answer.lists[at] ?? null));
      ({ known } = answer);
      tick();
    }
    const worlds = { known, lists, places };
    writeFileSync(file, JSON.stringify(worlds));
    return worlds;
  } finally {
    await app.close();
  }
}

function keyOf({ spot }: { spot: { latitude: number; longitude: number } }): string {
  return `${spot.latitude} ${spot.longitude}`;
}

const withoutFolders = (argument: string): string => (argument.includes('/') ? basename(argument) : argument);

/** Writes a file that prettier's own spacing of a manifest keeps: two spaces. */
function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** What the pack's manifest and, for packs put together from recipes, the file beside the recipe say of the classifier. */
function writeCalibration(folder: string, name: string, entry: Calibration): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { models: ImageEntry[] };
  const model = manifest.models.find(({ role }) => role === 'image');
  if (!model) throw new UserError('The pack has no image classifier to calibrate.');
  model.calibration = entry;
  writeJson(file, manifest);
  const lasting = join(ROOT, 'models', name, 'calibration.json');
  if (!folder.startsWith(join(ROOT, 'public/packs')) || !existsSync(join(lasting, '..'))) return;
  const before = existsSync(lasting) ? (JSON.parse(readFileSync(lasting, 'utf8')) as object) : {};
  writeJson(lasting, name === 'starter' ? { ...before, image: entry } : entry);
}

async function photosOf(bench: Bench, wanted: BenchArguments, set: ReturnType<typeof readSetFolder>, kept: boolean) {
  const { items, records, labels } = kept ? readRun(bench, set, wanted) : await runSet(bench, set, wanted);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const photos = records.flatMap((record) => {
    const item = itemOf.get(record.id);
    return item && !record.failed ? [{ record, truth: item.truth }] : [];
  });
  return { photos, labels, left: items.length - records.length };
}

await main(async () => {
  const { wanted, risk, count, kept, docs, strangers, keepTemperature, dryRun } = readArguments(process.argv.slice(2));
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, wanted.set);
  const { photos, labels, left } = await photosOf(bench, wanted, set, kept);
  if (left > 0 && !kept) {
    console.log(`${left} photos have not been looked at; the same command goes on.`);
    return 0;
  }
  const failing = photos.filter(({ record }) =>
    bench.ledgerIn(record).some((entry) => entry.kind === 'tool' && entry.outcome.status === 'failed'),
  );
  if (failing.length > MOST_FAILING * photos.length) {
    throw new UserError(
      `A tool failed on ${failing.length} of ${photos.length} photos: see runs.jsonl in ${wanted.out}.`,
    );
  }
  const folder = wanted.pack.folder ?? join(ROOT, 'public/packs', wanted.pack.name);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { models: ImageEntry[] };
  const image = manifest.models.find(({ role }) => role === 'image');
  if (!image) throw new UserError('The pack has no image classifier to calibrate.');
  const { kind } = image.output;
  const temperature = keepTemperature
    ? image.calibration.temperature
    : bench.fitTemperature(photos, { labels: labels.image, kind });
  const species = [...new Set(photos.map(({ truth }) => truth))].sort();
  const worlds = await worldsFor(wanted, species);

  const model = { labels: labels.image, kind, temperature, taxonomy, geoKnows: new Set<string>(worlds.known) };
  const counted = photos.map((photo) => ({ ...photo, counts: photo.record.id.startsWith(count) }));
  const places = placesIn(worlds);
  const part = strangers === 'real' ? bench.strangersAt(worlds.lists, model) : null;
  const options = part === null ? bench.WORLDS : { ...bench.REAL_STRANGERS, strangers: part };
  const cases = [bench.photoCases, bench.astrayCases].flatMap((make) => make(counted, places, model, options));
  console.log(`${photos.length} photos, ${cases.length} cases`);
  const risks = { species: risk, genus: COARSER, family: COARSER, astray: ASTRAY * risk };
  const fit = bench.fitJudgement(cases, {
    ...{ sense: 'seen', taxonomy, thresholds: bench.DEFAULT_THRESHOLDS, risk: risks },
  });

  const today = new Date().toISOString().slice(0, 10);
  const { name } = wanted.pack;
  const text = bench.describeFit(fit, {
    ...{ pack: name, set: `${photos.length} photos of ${basename(wanted.set)}`, sense: 'seen', risk: risks },
    // The page is committed: it says nothing of the folders of one machine.
    strangers:
      part === null
        ? 'A part of the labels is hidden each time, so that their birds become strangers.'
        : `Birds outside the labels are strangers that the model never saw; they weigh ${(100 * part).toFixed(0)} % of the birds, which is what the labels miss of the birds of the places drawn.`,
    ...{ command: `npm run calibrate -- ${process.argv.slice(2).map(withoutFolders).join(' ')}`, today, temperature },
  });
  console.log(text);
  writeFileSync(join(wanted.out, 'judgement.md'), text);
  if (docs !== null) {
    mkdirSync(docs, { recursive: true });
    writeFileSync(join(docs, `judgement-${name}-image.md`), text);
  }
  const [placed] = bench.tallyHeld(fit);
  if (!placed) throw new Error('photos at places are held out');
  const [wrong, n] = [Math.round(placed.declared.species.wrong), Math.round(placed.items)];
  const entry: Calibration = {
    temperature,
    fitted: keepTemperature
      ? image.calibration.fitted
      : { on: `${photos.length} photos of ${basename(wanted.set)}`, n: photos.length, date: today, ece: null },
    judgement: fit.weights,
    risk: { most: risk, wrong, n, upper: bench.upperBound(wrong, n), on: 'held-out photos, cross-fitted', date: today },
  };
  writeJson(join(wanted.out, 'calibration.json'), { entry });
  if (!dryRun) writeCalibration(folder, name, entry);
  return 0;
});
