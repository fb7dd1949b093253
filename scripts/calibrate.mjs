/**
 * `npm run calibrate -- --set DIR --pack NAME|DIR [--seed N] [--risk R] [--out DIR] [--dry-run]`: fits the temperature and
 * the bars of the verdict rules on one half of a labelled set to a stated risk, reports on the other half, shows what
 * other numbers would do, and writes the fit to the pack's manifest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments } from './bench-args.mjs';
import { loadBench, readSetFolder } from './bench-lib.mjs';
import { runSet } from './bench-run.mjs';
import { UsageError } from './identify-args.mjs';
import { main, ROOT, UserError } from './run.mjs';

/** @typedef {import('../src/packs/manifest').Calibration} Calibration */
/** @typedef {{ role: string, output: { kind: 'probabilities' | 'logits' }, calibration: Calibration }} ImageEntry */

/** A wrong genus or family misleads less than a wrong species, and climbing has to stop somewhere: twice the risk. */
const COARSER = 2;

/** @param {string[]} args */
function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      seed: { type: 'string', default: '1' },
      risk: { type: 'string', default: '0.01' },
      out: { type: 'string' },
      limit: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const risk = Number(values.risk);
  if (!(risk > 0 && risk < 1)) throw new UsageError(`--risk is "${values.risk}"; it is a share such as 0.01.`);
  if (values.set === undefined) throw new UsageError('Name a set: --set DIR.');
  const given = ['--set', values.set, '--pack', values.pack, '--seed', values.seed, '--modality', 'image'];
  const limit = values.limit === undefined ? [] : ['--limit', values.limit];
  const name = values.out ?? join('bench', `calibrate-${basename(values.pack)}`);
  const of = (/** @type {string} */ place) =>
    readBenchArguments([...given, ...limit, '--place', place, '--out', join(name, place)]);
  const [own, none, far] = [of('own'), of('none'), of('far')];
  if (!('out' in own && 'out' in none && 'out' in far)) throw new UsageError('calibrate takes a set and a pack.');
  return { own, none, far, risk, dryRun: values['dry-run'] };
}

/** @param {string} text a manifest keeps its shape: two spaces, as the scripts that make packs write it */
const readManifest = (text) => /** @type {{ models: ImageEntry[] }} */ (JSON.parse(text));

await main(async () => {
  const { own, none, far, risk, dryRun } = readArguments(process.argv.slice(2));
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, own.set);
  const withPlace = await runSet(bench, set, own);
  const runs = [withPlace, await runSet(bench, set, none), await runSet(bench, set, far)];
  if (runs.some(({ records, items }) => records.length < items.length)) {
    console.log('Not all items have run; the same command goes on.');
    return 0;
  }
  const folder = own.pack.folder ?? join(ROOT, 'public/packs', own.pack.name);
  const manifest = readManifest(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const model = manifest.models.find(({ role }) => role === 'image');
  if (!model) throw new UserError('The pack has no image classifier to calibrate.');

  const [a, b, c] = runs.map(({ records }) => new Map(records.map((record) => [record.id, record])));
  const cases = withPlace.items.flatMap((item) => {
    const [first, second, third] = [a?.get(item.id), b?.get(item.id), c?.get(item.id)];
    if (!first || !second || !third || first.failed || second.failed || third.failed) return [];
    return [{ item, own: first, none: second, far: third }];
  });
  const today = new Date().toISOString().slice(0, 10);
  const calibration = bench.runCalibration(cases, {
    taxonomy,
    labels: withPlace.labels,
    kind: model.output.kind,
    base: bench.DEFAULT_THRESHOLDS,
    risk: { species: risk, coarser: COARSER * risk },
    before: model.calibration,
    seed: own.seed,
    set: basename(own.set),
    today,
  });
  const command = `npm run calibrate -- ${process.argv.slice(2).join(' ')}`;
  const text = bench.describeCalibration(calibration, { pack: own.pack.name, set: basename(own.set), command, today });
  const out = join(own.out, '..');
  writeFileSync(join(out, 'calibration.json'), `${JSON.stringify(calibration, null, 1)}\n`);
  writeFileSync(join(out, 'calibration.md'), text);
  console.log(text);
  if (dryRun) return 0;
  model.calibration = calibration.entry;
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // The starter pack's manifest is put together from its recipes; what was fitted has to outlive the next time.
  const kept = join(ROOT, 'models', own.pack.name, 'calibration.json');
  if (own.pack.folder === null && existsSync(join(kept, '..'))) {
    writeFileSync(kept, `${JSON.stringify({ image: calibration.entry }, null, 2)}\n`);
  }
  return 0;
});
