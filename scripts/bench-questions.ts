/**
 * `npm run bench:questions -- --set DIR --pack P --runs DIR [--fit] [--docs DIR]`: what questions to the observer are worth, on
 * photos that `npm run calibrate` has looked at (in --runs). Observers are simulated: they answer by the facts of the true species, and err.
 * With --fit the weight of their word is chosen on one half of the photos; what is reported is the other half.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder } from './bench-lib.ts';
import { readRun } from './bench-run.ts';
import { placesIn, type Worlds } from './calibration-worlds.ts';
import { UsageError } from './identify-args.ts';
import { fromHere, main, ROOT, UserError } from './run.ts';
import type { Calibration } from '../src/packs/model-parts';

interface Manifest {
  models: { role: string; output: { kind: 'probabilities' | 'logits' }; calibration: Calibration }[];
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      runs: { type: 'string' },
      fit: { type: 'boolean', default: false },
      docs: { type: 'string' },
    },
  });
  const { set: folder, pack, runs } = values;
  if (folder === undefined || runs === undefined)
    throw new UsageError('Name a set and its runs: --set DIR --runs DIR.');
  const wanted = readBenchArguments([
    '--set',
    folder,
    '--pack',
    pack,
    '--modality',
    'image',
    '--place',
    'none',
    '--out',
    runs,
  ]);
  if (!('out' in wanted)) throw new UsageError('bench:questions takes a set and a pack.');
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, wanted.set);
  const { items, records, labels } = readRun(bench, set, wanted);
  const truthOf = new Map(items.map(({ id, truth }) => [id, truth]));
  const photos = records.flatMap((record) => {
    const truth = truthOf.get(record.id);
    return truth !== undefined && !record.failed ? [{ record, truth, counts: true }] : [];
  });
  const manifest = join(wanted.pack.folder ?? join(ROOT, 'public/packs', pack), 'manifest.json');
  const image = (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).models.find(({ role }) => role === 'image');
  if (!image) throw new UserError('The pack has no image classifier.');
  const worlds = JSON.parse(readFileSync(join(wanted.out, 'worlds.json'), 'utf8')) as Worlds;
  const { temperature, judgement } = image.calibration;
  const model = {
    ...{ labels: labels.image, kind: image.output.kind, temperature, taxonomy },
    geoKnows: new Set<string>(worlds.known),
  };
  const table = JSON.parse(readFileSync(join(ROOT, 'public/taxonomy/traits.json'), 'utf8')) as unknown;
  const traits = bench.Traits.fromTable(table, taxonomy);
  const thresholds = bench.withJudgement(bench.DEFAULT_THRESHOLDS, { seen: judgement });
  const places = placesIn(worlds);
  const left = bench.measureLeft(photos, places, model, { taxonomy, thresholds });
  const cases = bench.photoCases(photos, places, model);
  const half = (group: string): boolean => bench.seeded(`half ${group}`)() < 0.5;
  const [fitting, testing] = [cases.filter(({ group }) => half(group)), cases.filter(({ group }) => !half(group))];

  const observers = { taxonomy, traits, thresholds, seed: 'observers' };
  const fit = values.fit ? bench.fitObserver(fitting, observers, 0.01) : null;
  const weight = fit?.weight ?? thresholds.observer;
  const text = bench.describeQuestions(
    testing,
    { ...observers, thresholds: { ...thresholds, observer: weight } },
    {
      ...{ pack, set: `${photos.length} photos of ${basename(folder)}`, left, fit },
      command: `npm run bench:questions -- ${process.argv
        .slice(2)
        .map((one) => (one.includes('/') ? basename(one) : one))
        .join(' ')}`,
      today: new Date().toISOString().slice(0, 10),
    },
  );
  console.log(text);
  if (values.docs !== undefined) {
    writeFileSync(join(fromHere(values.docs), 'questions.md'), text);
  }
  return 0;
});
