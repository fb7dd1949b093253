/**
 * `npm run calibrate -- --set DIR --pack NAME|DIR [--modality image|sound] [--seed N] [--draws N] [--risk R] [--further DIR]
 * [--keep-temperature] [--kept] [--out DIR] [--docs DIR] [--dry-run]`: fits the temperature and the bars of the verdict rules on one half of a labelled set to
 * a stated risk, reports on the other half, shows what other numbers would do, and writes the fit to the pack's manifest. With
 * --kept from what earlier runs left in the folder, without running anything.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments, type BenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder, type Bench } from './bench-lib.ts';
import { runElsewhere } from './bench-elsewhere.ts';
import { readRun, runSet } from './bench-run.ts';
import { UsageError } from './identify-args.ts';
import { main, ROOT, UserError } from './run.ts';
import type { Item } from '../evaluation/item';
import type { Calibration as FittedCalibration } from '../src/packs/model-parts';

type Calibration = FittedCalibration & { bias?: number | undefined };
interface ClassifierEntry {
  role: string;
  output: { kind: 'probabilities' | 'logits' };
  calibration: Calibration;
}
type Run = Awaited<ReturnType<typeof runSet>>;
type Runs = Record<'own' | 'none' | 'far', Run[]>;

/** A wrong genus or family misleads less than a wrong species, and climbing has to stop somewhere: two in a hundred more. */
const COARSER = 0.02;
/** Of the birds that no label stands for, at most this share may get a species, with a place or without. */
const OUTSIDE = 0.03;
/** If every place held the look-alike: at wrong places that were drawn it lives about one time in three. */
const MISLED = 3;
/** Of further items there are many: what one photo comes to at more places says less than another photo. */
const FURTHER_DRAWS = 1;
/** Recordings hold other birds beside the one that a set names, so less can be promised on them. */
const RISK = { image: '0.01', sound: '0.03' };

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      modality: { type: 'string', default: 'image' },
      seed: { type: 'string', default: '1' },
      draws: { type: 'string', default: '1' },
      risk: { type: 'string' },
      further: { type: 'string' },
      kept: { type: 'boolean', default: false },
      'keep-temperature': { type: 'boolean', default: false },
      out: { type: 'string' },
      docs: { type: 'string' },
      limit: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const modality = (['image', 'sound'] as const).find((one) => one === values.modality);
  if (modality === undefined) throw new UsageError('--modality is image or sound.');
  const risk = Number(values.risk ?? RISK[modality]);
  if (!(risk > 0 && risk < 1)) throw new UsageError(`--risk is "${values.risk ?? ''}"; it is a share such as 0.01.`);
  const draws = Number(values.draws);
  if (!(Number.isInteger(draws) && draws >= 1)) throw new UsageError('--draws is a whole number from 1 on.');
  if (values.set === undefined) throw new UsageError('Name a set: --set DIR.');
  const given = ['--pack', values.pack, '--modality', modality];
  const limit = values.limit === undefined ? [] : ['--limit', values.limit];
  const name = values.out ?? join('bench', `calibrate-${basename(values.pack)}-${modality}`);
  const of: (set: string, place: string, draw: number, prefix?: string) => BenchArguments = (
    set,
    place,
    draw,
    prefix = '',
  ) => {
    const seed = ['--seed', String(Number(values.seed) + draw)];
    const out = ['--out', join(name, `${prefix}${draw === 0 ? place : `${place}-${draw + 1}`}`)];
    const read = readBenchArguments(['--set', set, ...given, ...seed, ...limit, '--place', place, ...out]);
    if (!('out' in read)) throw new UsageError('calibrate takes a set and a pack.');
    return read;
  };
  const { set, further } = values;
  const runsOf = (folder: string, prefix = '', times = draws) => {
    const drawn = (place: string) => Array.from({ length: times }, (_, draw) => of(folder, place, draw, prefix));
    return { own: drawn('own'), none: of(folder, 'none', 0, prefix), far: drawn('far') };
  };
  return {
    ...{
      wanted: runsOf(set),
      further: further === undefined ? null : runsOf(further, 'further-', FURTHER_DRAWS),
    },
    ...{ first: of(set, 'own', 0), modality, risk, draws },
    keepTemperature: values['keep-temperature'],
    kept: values.kept,
    docs: values.docs === undefined ? null : resolve(process.env.INIT_CWD ?? '', values.docs),
    dryRun: values['dry-run'],
  };
}

/** @param text a manifest keeps its shape: two spaces, as the scripts that make packs write it */
const readManifest = (text: string) => JSON.parse(text) as { models: ClassifierEntry[] };

/** The runs of items, joined by item; one that failed anywhere is left out. */
function casesOf(items: readonly Item[], runs: Runs) {
  return items.flatMap((item) => {
    const of = (some: Run[]) =>
      some.flatMap(({ records }) => records.filter(({ id, failed }) => id === item.id && !failed));
    const one = { item, own: of(runs.own), none: of(runs.none), far: of(runs.far) };
    return [one.own, one.none, one.far].every((records) => records.length > 0) ? [one] : [];
  });
}

/**
 * A set in every condition. Photos are looked at once, without a place, and what their models put out is taken to every place:
 * only the geo model is asked there. Recordings run at each of them.
 */
async function runAll(
  bench: Bench,
  set: ReturnType<typeof readSetFolder>,
  { own, none, far }: ReturnType<typeof readArguments>['wanted'],
  { kept, modality }: { kept: boolean; modality: string },
): Promise<Runs> {
  const at = [...own, ...far];
  const placed = [];
  const run: (one: BenchArguments) => Run | Promise<Run> = (one) =>
    kept ? readRun(bench, set, one) : runSet(bench, set, one);
  const without = await run(none);
  if (kept || modality === 'sound') for (const one of at) placed.push(await run(one));
  else placed.push(...(await runElsewhere(bench, set, at, without)));
  return { own: placed.slice(0, own.length), none: [without], far: placed.slice(own.length) };
}

await main(async () => {
  const asked = readArguments(process.argv.slice(2));
  const { wanted, further, first, modality, risk, draws, keepTemperature, kept, docs, dryRun } = asked;
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, first.set);
  const all = await runAll(bench, set, wanted, { kept, modality });
  const [withPlace] = all.own;
  if (!withPlace) throw new Error('a calibration runs with places');
  const { labels } = withPlace;
  let more: Runs = { own: [], none: [], far: [] };
  if (further) {
    const set = readSetFolder(bench, taxonomy, further.none.set);
    more = await runAll(bench, set, further, { kept, modality });
  }
  const runs = [...Object.values(all), ...Object.values(more)].flat();
  if (runs.some(({ records, items }) => records.length < items.length)) {
    console.log('Not all items have run; the same command goes on.');
    return 0;
  }
  const folder = first.pack.folder ?? join(ROOT, 'public/packs', first.pack.name);
  const manifest = readManifest(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const model = manifest.models.find(({ role }) => role === modality);
  if (!model) throw new UserError(`The pack has no ${modality} classifier to calibrate.`);

  const cases = casesOf(withPlace.items, all);
  const others = casesOf(more.none[0]?.items ?? [], more);
  const today = new Date().toISOString().slice(0, 10);
  const risks = { species: risk, coarser: risk + COARSER, misled: MISLED * risk, outside: OUTSIDE };
  const calibration = bench.runCalibration(cases, {
    taxonomy,
    labels,
    further: others,
    modality,
    kind: model.output.kind,
    base: bench.DEFAULT_THRESHOLDS,
    risk: risks,
    before: model.calibration,
    keepTemperature,
    seed: first.seed,
    set: basename(first.set),
    today,
  });
  const command = `npm run calibrate -- ${process.argv.slice(2).join(' ')}`;
  const { name } = first.pack;
  const title = {
    pack: name,
    set: basename(first.set),
    command,
    today,
    risk: risks,
    draws,
    further: others.length,
    written: !dryRun,
  };
  const text = bench.describeCalibration(calibration, title);
  const out = join(first.out, '..');
  writeFileSync(join(out, 'calibration.json'), `${JSON.stringify(calibration, null, 1)}\n`);
  writeFileSync(join(out, 'calibration.md'), text);
  console.log(text);
  if (docs !== null) {
    mkdirSync(docs, { recursive: true });
    const { system, softmax } = calibration.curves;
    writeFileSync(join(docs, `calibration-${name}-${modality}.md`), text);
    writeFileSync(join(docs, `sensitivity-${name}-${modality}.md`), bench.describeSensitivity(calibration, title));
    writeFileSync(join(docs, `risk-coverage-${name}-${modality}.svg`), `${bench.riskCoveragePlot(system, softmax)}\n`);
  }
  if (dryRun) return 0;
  model.calibration = calibration.entry;
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // The starter pack's manifest is put together from its recipes; what was fitted has to outlive the next time.
  const lasting = join(ROOT, 'models', name, 'calibration.json');
  if (first.pack.folder === null && existsSync(join(lasting, '..'))) {
    const before = existsSync(lasting) ? (JSON.parse(readFileSync(lasting, 'utf8')) as object) : {};
    writeFileSync(lasting, `${JSON.stringify({ ...before, [modality]: calibration.entry }, null, 2)}\n`);
  }
  return 0;
});
