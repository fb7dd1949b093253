/**
 * `npm run bench:second-look -- --set DIR --pack P --runs DIR [--docs DIR]`: what other margins of a second look would do to the
 * verdicts of photos that `npm run calibrate` has run (in DIR, by default its own folder).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments } from './bench-args.mjs';
import { loadBench, readSetFolder } from './bench-lib.mjs';
import { readRun } from './bench-run.mjs';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { main, ROOT, UserError } from './run.mjs';

const MARGINS = [0, 0.1, 0.2, 0.3, 0.4, 0.5];
/** The blueprint's. */
const USED = 0.3;

await main(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      runs: { type: 'string' },
      docs: { type: 'string' },
    },
  });
  const { set: folder } = values;
  if (folder === undefined) throw new UserError('Name a set: --set DIR.');
  const runs = values.runs ?? join('bench', `calibrate-${basename(values.pack)}-image`);
  const { bench, taxonomy } = await loadBench();
  const read = (/** @type {string} */ place) => {
    const given = ['--set', folder, '--pack', values.pack, '--modality', 'image', '--place', place];
    const wanted = readBenchArguments([...given, '--out', join(runs, place)]);
    if (!('out' in wanted)) throw new UserError('bench:second-look takes a set and a pack.');
    return { wanted, run: readRun(bench, readSetFolder(bench, taxonomy, wanted.set), wanted) };
  };
  const conditions = ['own', 'none', 'far'].map(read);
  const [{ wanted, run: first } = read('own')] = conditions;
  const file = join(wanted.pack.folder ?? join(ROOT, 'public/packs', wanted.pack.name), 'manifest.json');
  const { models } = /** @type {import('../src/packs/manifest').Manifest} */ (JSON.parse(readFileSync(file, 'utf8')));
  const model = models.find(({ role }) => role === 'image');
  if (model?.role !== 'image') throw new UserError('The pack has no image classifier.');
  const { temperature } = model.calibration;
  const thresholds = bench.withCalibration(bench.DEFAULT_THRESHOLDS, model.calibration);

  await ensureBuilt({ quiet: true });
  const app = await openHeadless(wanted.pack, { alone: true });
  /** @type {Map<string, number[][]>} */
  const seen = new Map();
  try {
    for (const item of first.items) {
      const record = first.records.find(({ id }) => id === item.id);
      const look = record && bench.secondLookOf(record);
      if (!look || item.image === null) continue;
      await app.page.setInputFiles('#files', join(wanted.set, item.image));
      const outputs = await app.page.evaluate(
        ([region, margins]) => globalThis.goldcrest.margins(0, region, margins),
        /** @type {const} */ ([look.region, MARGINS]),
      );
      if (outputs?.length === MARGINS.length) seen.set(item.id, outputs);
      process.stderr.write(`\r${seen.size} second looks`);
    }
  } finally {
    await app.close();
  }
  process.stderr.write('\n');
  const { labels } = first;
  const image = { temperature, kind: model.output.kind, labels: labels.image };
  const rows = MARGINS.map((margin, at) => {
    const tallies = conditions.map(({ run }) => {
      const judged = run.items.flatMap((item) => {
        const record = run.records.find(({ id }) => id === item.id);
        if (!record) return [];
        const outputs = seen.get(item.id)?.[at];
        const changed = outputs ? bench.withSecondLook(record, outputs) : record;
        return [bench.judge(item, bench.redecide(changed, { taxonomy, thresholds, image }), { taxonomy, labels })];
      });
      return bench.tally(judged);
    });
    return { margin, used: margin === USED, tallies };
  });
  const text = bench.describeMargins(rows, {
    ...{ pack: wanted.pack.name, set: basename(folder), looks: seen.size, items: first.items.length },
    command: `npm run bench:second-look -- ${process.argv.slice(2).join(' ')}`,
    today: new Date().toISOString().slice(0, 10),
  });
  console.log(text);
  if (values.docs !== undefined) {
    const docs = resolve(process.env.INIT_CWD ?? '', values.docs);
    writeFileSync(join(docs, `second-look-${wanted.pack.name}.md`), text);
  }
  return 0;
});
