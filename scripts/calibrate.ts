/**
 * `npm run calibrate -- --modality sound --set DIR [--pack DIR] [--degrade cut:S] [...]`: the judgement of a pack's sound classifier,
 * on recordings of a set, counted on those of other recordists (calibrate-sounds.ts).
 * `npm run calibrate -- --set DIR --pack NAME|DIR [--risk R] [--count PREFIX] [--unlabelled hidden|real] [--keep-temperature] [--kept]
 * [--twin DIR] [--sharper X] [--out DIR] [--docs DIR] [--dry-run]`: fits the judgement of a pack's image classifier on labelled photos
 * that its training did not see, and writes it to the pack's manifest. Each photo is looked at once by the app; what its models put out is then taken to places drawn from the range,
 * wrong places and none. Birds that the labels miss are those of the set (real), or come of hiding labels by chance (hidden). With
 * --kept from the looks that an earlier run left in the folder. With --twin the looks are those of a pack whose labels lack some
 * of the set's birds (models/image/twin.py); what is fitted goes to PACK. With
 * --sharper the species in the set's withheld.txt are looked at with that part of the temperature.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments, type BenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder, type Bench } from './bench-lib.ts';
import { readRun, runSet } from './bench-run.ts';
import { calibrateSounds } from './calibrate-sounds.ts';
import { modelIn, withoutFolders, writeCalibration, writeJson } from './calibration-file.ts';
import { placesIn, worldsFor } from './calibration-worlds.ts';
import { readPack, UsageError } from './identify-args.ts';
import { fromHere, main, ROOT, UserError } from './run.ts';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import type { Calibration } from '../src/packs/model-parts';

interface ImageEntry {
  role: 'image';
  output: { kind: 'probabilities' | 'logits' };
  labels: { file: string };
  calibration: Calibration;
}

/** Of all items, with a place that is wrong once in twenty, or with none. A label says of a photo what is in it; of a recording only one of the birds. */
const RISK = { image: '0.01', sound: '0.018' };
/** A wrong genus or family misleads less than a wrong species. */
const COARSER = 0.01;
/** Where every place is wrong twice the risk is allowed: such places are few. */
const ASTRAY = 2;
/** The share of photos on which a tool may fail: beyond it something is broken, and the fit would be of nothing. */
const MOST_FAILING = 0.05;

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      modality: { type: 'string', default: 'image' },
      degrade: { type: 'string' },
      set: { type: 'string' },
      pack: { type: 'string' },
      risk: { type: 'string' },
      count: { type: 'string', default: '' },
      unlabelled: { type: 'string', default: 'hidden' },
      'keep-temperature': { type: 'boolean', default: false },
      kept: { type: 'boolean', default: false },
      twin: { type: 'string' },
      sharper: { type: 'string', default: '1' },
      out: { type: 'string' },
      docs: { type: 'string' },
      limit: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { set, modality } = values;
  if (set === undefined) throw new UsageError('Name a set: --set DIR.');
  if (modality !== 'image' && modality !== 'sound') {
    throw new UsageError(`--modality is "${modality}"; it is image or sound.`);
  }
  // A pack of one sense is opened by its folder, so that the app's own pack knows the places.
  const pack = values.pack ?? (modality === 'image' ? 'starter' : join(ROOT, 'public/packs/sound'));
  const asked = values.risk ?? RISK[modality];
  const risk = Number(asked);
  if (!(risk > 0 && risk < 1)) throw new UsageError(`--risk is "${asked}"; it is a share such as 0.01.`);
  const sharper = Number(values.sharper);
  if (!(sharper > 0 && sharper <= 1)) {
    throw new UsageError(`--sharper is "${values.sharper}"; it is a share such as 0.8.`);
  }
  const out = values.out ?? join('bench', `calibrate-${basename(pack)}-${modality}`);
  const further = (['limit', 'degrade'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const looking = values.twin ?? pack;
  const given = ['--set', set, '--pack', looking, '--modality', modality, '--place', 'none', '--out', out, ...further];
  const wanted = readBenchArguments(given);
  if (!('out' in wanted)) throw new UsageError('calibrate takes a set and a pack.');
  const docs = values.docs === undefined ? null : fromHere(values.docs);
  const { kept, count, unlabelled } = values;
  if (unlabelled !== 'hidden' && unlabelled !== 'real') {
    throw new UsageError(`--unlabelled is "${unlabelled}"; it is hidden or real.`);
  }
  return {
    wanted,
    modality,
    risk,
    count,
    kept,
    docs,
    unlabelled,
    twin: values.twin !== undefined,
    sharper,
    target: readPack(pack),
    keepTemperature: values['keep-temperature'],
    dryRun: values['dry-run'],
  };
}

/** The species that a pack's classifier has labels for. */
function speciesIn(folder: string, taxonomy: Taxonomy): TaxonId[] {
  return speciesNamed(join(folder, modelIn<ImageEntry>(folder, 'image').labels.file), taxonomy);
}

/** From a file with one name a line; none where there is no file. */
function speciesNamed(file: string, taxonomy: Taxonomy): TaxonId[] {
  const names = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(/\r?\n/) : [];
  return names.flatMap((name) => taxonomy.find(name)?.id ?? []);
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
  const { wanted, modality, risk, count, kept, docs, unlabelled, twin, sharper, target, keepTemperature, dryRun } =
    readArguments(process.argv.slice(2));
  if (modality === 'sound') return calibrateSounds({ wanted, risk, kept, docs, dryRun });
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
  const folderOf = (pack: typeof target) => pack.folder ?? join(ROOT, 'public/packs', pack.name);
  const folder = folderOf(target);
  const image = modelIn<ImageEntry>(folder, 'image');
  const { output, calibration } = modelIn<ImageEntry>(folderOf(wanted.pack), 'image');
  const { kind } = output;
  const keepsOwn = keepTemperature || twin;
  const temperature = keepsOwn ? calibration.temperature : bench.fitTemperature(photos, { labels: labels.image, kind });
  const species = [...new Set(photos.map(({ truth }) => truth))].sort();
  const worlds = await worldsFor(wanted, species);

  const model = {
    ...{ labels: labels.image, kind, temperature, taxonomy, geoKnows: new Set<string>(worlds.known) },
    withheld: new Set<string>(speciesNamed(join(wanted.set, 'withheld.txt'), taxonomy)),
  };
  const counted = photos.map((photo) => ({ ...photo, counts: photo.record.id.startsWith(count) }));
  const places = placesIn(worlds);
  const looking = twin ? { ...model, labels: speciesIn(folder, taxonomy) } : model;
  const part = unlabelled === 'real' ? bench.unlabelledPart(worlds.lists, looking) : null;
  const options = part === null ? bench.WORLDS : { ...bench.UNLABELLED_BIRDS, unlabelled: part, sharper };
  const cases = [bench.photoCases, bench.astrayCases].flatMap((make) => make(counted, places, model, options));
  console.log(`${photos.length} photos, ${cases.length} cases`);
  const risks = { species: risk, genus: COARSER, family: COARSER, astray: ASTRAY * risk };
  const fit = bench.fitJudgement(cases, {
    ...{ sense: 'seen', taxonomy, thresholds: bench.DEFAULT_THRESHOLDS, risk: risks },
  });

  const today = new Date().toISOString().slice(0, 10);
  const { name } = target;
  const text = bench.describeFit(fit, {
    ...{ pack: name, set: `${photos.length} photos of ${basename(wanted.set)}`, sense: 'seen', risk: risks },
    // The page is committed, so it names no folder of this machine.
    remark:
      part === null
        ? 'A part of the labels is hidden each time, so that the model does not know their birds.'
        : `${twin ? 'The looks are those of a twin whose labels lack some birds. ' : ''}The model never saw the birds outside the labels; they weigh ${(100 * part).toFixed(0)} % of the birds, which is what the labels miss of the birds of the places drawn.`,
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
    temperature: keepsOwn ? image.calibration.temperature : temperature,
    fitted: keepsOwn
      ? image.calibration.fitted
      : { on: `${photos.length} photos of ${basename(wanted.set)}`, n: photos.length, date: today, ece: null },
    judgement: fit.weights,
    risk: { most: risk, wrong, n, upper: bench.upperBound(wrong, n), on: 'held-out photos, cross-fitted', date: today },
  };
  writeJson(join(wanted.out, 'calibration.json'), { entry });
  if (!dryRun) {
    const lasting = (before: object) => (name === 'starter' ? { ...before, image: entry } : entry);
    writeCalibration({ folder, name, role: 'image' }, entry, lasting);
  }
  return 0;
});
