/**
 * `npm run bench:second-look -- --set DIR --pack P [--runs DIR] [--shrink PIXELS] [--out DIR] [--docs DIR]`: what other ways of
 * looking a second time would do to the verdicts: of photos that `npm run calibrate` has run (in --runs, by default its own
 * folder), and of the same photos made so small that the bird is enlarged instead, which run here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments, type BenchArguments } from './bench-args.ts';
import { runElsewhere } from './bench-elsewhere.ts';
import { loadBench, readSetFolder, type Bench } from './bench-lib.ts';
import { readRun, runSet } from './bench-run.ts';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { main, ROOT, UserError } from './run.ts';
import type { SecondLook } from '../evaluation/second-look';
import type { Manifest } from '../src/packs/manifest';

type Run = Awaited<ReturnType<typeof runSet>>;
/** The runs with a place, without one and with a wrong one */
interface Part {
  wanted: BenchArguments;
  runs: Run[];
  shrunk: number | null;
}

/** What the classifier puts out for every way of looking again at each photo whose run did so by this tool. */
async function lookAgain(bench: Bench, { wanted, runs: [first], shrunk }: Part, tool: SecondLook['tool']) {
  const app = await openEvaluation(wanted.pack, { alone: true });
  const seen = new Map<string, number[][]>();
  try {
    for (const item of first?.items ?? []) {
      const record = first?.records.find(({ id }) => id === item.id);
      const look = record && bench.secondLookOf(record, tool);
      if (!look || item.image === null) continue;
      await app.page.setInputFiles('#files', join(wanted.set, item.image));
      const smaller = shrunk === null ? null : { kind: 'shrink' as const, strength: shrunk };
      const outputs = await app.page.evaluate(
        ([region, looks, degrade]) => globalThis.workbench.secondLooks(0, region, looks, degrade),
        [look.region, bench.SECOND_LOOKS, smaller && { ...smaller, seed: item.id, speech: null }] as const,
      );
      if (outputs?.length === bench.SECOND_LOOKS.length) seen.set(item.id, outputs);
      process.stderr.write(`\r${seen.size} second looks`);
    }
  } finally {
    await app.close();
  }
  process.stderr.write('\n');
  return seen;
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      runs: { type: 'string' },
      shrink: { type: 'string', default: '112' },
      out: { type: 'string' },
      docs: { type: 'string' },
    },
  });
  const { set: folder } = values;
  if (folder === undefined) throw new UserError('Name a set: --set DIR.');
  const name = basename(values.pack);
  const runs = values.runs ?? join('bench', `calibrate-${name}-image`);
  const out = values.out ?? join('bench', `second-look-${name}-${values.shrink}`);
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, resolve(process.env.INIT_CWD ?? '', folder));
  const given = ['--set', folder, '--pack', values.pack, '--modality', 'image'];
  const asked: (place: string, into: string, more?: string[]) => BenchArguments = (place, into, more = []) => {
    const wanted = readBenchArguments([...given, ...more, '--place', place, '--out', join(into, place)]);
    if (!('out' in wanted)) throw new UserError('bench:second-look takes a set and a pack.');
    return wanted;
  };
  await ensureEvaluationBuilt({ quiet: true });
  const kept = ['own', 'none', 'far'].map((place) => readRun(bench, set, asked(place, runs)));
  const smaller = (place: string) => asked(place, out, ['--degrade', `shrink:${values.shrink}`]);
  const without = await runSet(bench, set, smaller('none'));
  const [own, far] = await runElsewhere(bench, set, [smaller('own'), smaller('far')], without);
  if (!own || !far) throw new Error('two places give two runs');
  const wanted = asked('own', runs);
  const file = join(wanted.pack.folder ?? join(ROOT, 'public/packs', wanted.pack.name), 'manifest.json');
  const { models } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const model = models.find(({ role }) => role === 'image');
  if (model?.role !== 'image') throw new UserError('The pack has no image classifier.');
  const thresholds = bench.withJudgement(bench.DEFAULT_THRESHOLDS, { seen: model.calibration.judgement });

  const described = [];
  for (const [tool, part] of [
    ['crop', { wanted, runs: kept, shrunk: null }],
    ['zoom_in', { wanted, runs: [own, without, far], shrunk: Number(values.shrink) }],
  ] as [SecondLook['tool'], Part][]) {
    const seen = await lookAgain(bench, part, tool);
    /** @param at which look; null for none */
    const tallies = (at: number | null) =>
      part.runs.map(({ items, records, labels }) => {
        const image = { temperature: model.calibration.temperature, kind: model.output.kind, labels: labels.image };
        const judged = items.flatMap((item) => {
          const record = records.find(({ id }) => id === item.id);
          if (!record) return [];
          const outputs = at === null ? null : seen.get(item.id)?.[at];
          const changed = outputs === undefined ? record : bench.withSecondLook(record, tool, outputs);
          return [bench.judge(item, bench.redecide(changed, { taxonomy, thresholds, image }), { taxonomy, labels })];
        });
        return bench.tally(judged);
      });
    const used = tool === 'crop' ? bench.SECOND_LOOK.margin : bench.SECOND_LOOK.factor;
    const rows = [
      { look: null, used: false, tallies: tallies(null) },
      ...bench.SECOND_LOOKS.map((look, at) => ({
        ...{ look, used: look.tool === tool && look.value === used },
        tallies: tallies(at),
      })),
    ];
    const { shrunk } = part;
    described.push({ tool, shrunk, looks: seen.size, items: part.runs[0]?.items.length ?? 0, rows });
  }
  const text = bench.describeSecondLooks(described, {
    ...{ pack: wanted.pack.name, set: basename(folder) },
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
