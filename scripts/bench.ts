/** `npm run bench`: how good the verdicts are, on any labelled set. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readBenchArguments, USAGE, type BenchArguments } from './bench-args.ts';
import { UsageError } from './identify-args.ts';
import { ROOT, UserError } from './run.ts';
import type { Bench } from './bench-lib.ts';
import type { loadBench } from './bench-lib.ts';
import type { runSet } from './bench-run.ts';

/** What the report of a finished run consists of, and the page around it. */
function writeReport(
  { bench, taxonomy, names }: Awaited<ReturnType<typeof loadBench>>,
  { settings, items, records, labels }: Awaited<ReturnType<typeof runSet>>,
  wanted: BenchArguments,
) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const asked = items.filter(({ id }) => byId.has(id));
  const truths = wanted.shuffle
    ? bench.shuffled(
        asked.map(({ truth }) => truth),
        bench.seeded(wanted.seed),
      )
    : null;
  const judged = asked.map((item, index) => {
    const dealt = truths ? { ...item, truth: truths[index] ?? null } : item;
    const record = byId.get(item.id);
    if (!record) throw new Error('only items that ran are judged');
    return bench.judge(dealt, record, { taxonomy, labels });
  });
  const report = bench.buildReport(judged, byId, {
    taxonomy,
    commonName: names,
    settings,
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`,
    at: new Date().toISOString(),
    shuffled: wanted.shuffle,
  });
  const page = bench.reportPage(report, {
    tokens: readFileSync(join(ROOT, 'src/ui/styles/tokens.css'), 'utf8'),
    extra: (id) => ({
      picture: byId.get(id)?.picture ?? null,
      ledger: bench.ledgerIn(byId.get(id)!),
      name: (taxon) => ({
        scientificName: taxonomy.get(taxon)?.scientificName ?? taxon,
        commonName: names(taxon) ?? null,
      }),
    }),
  });
  const file = join(wanted.out, wanted.shuffle ? 'shuffled' : 'report');
  writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${file}.html`, page);
  console.log(bench.describeReport(report));
  if (wanted.shuffle) {
    console.log(
      `  truths dealt out anew: chance solves ${(100 * bench.solvedByChance(judged, taxonomy)).toFixed(2)} %`,
    );
  }
  console.log(`${file}.html`);
}

/** Judges an earlier run by the pack's present judgement: a verdict is a function of the ledger, so no model runs. */
async function judgedAnew(
  { bench, taxonomy }: Awaited<ReturnType<typeof loadBench>>,
  set: Parameters<typeof runSet>[1],
  wanted: BenchArguments,
): ReturnType<typeof runSet> {
  const { packOf, readRun } = await import('./bench-run.ts');
  const { settings, records, ...rest } = readRun(bench, set, wanted);
  const { pack, image, judgement } = packOf(wanted.pack);
  const thresholds = bench.withJudgement(bench.DEFAULT_THRESHOLDS, judgement);
  const labelled = image && { ...image, labels: rest.labels.image };
  const anew = records.map((record) => bench.redecide(record, { taxonomy, thresholds, image: labelled }));
  return { ...rest, settings: { ...settings, pack }, records: anew };
}

function readReport(bench: Bench, folder: string) {
  const file = join(folder, 'report.json');
  if (!existsSync(file)) throw new UserError(`There is no report.json in ${folder}.`);
  return bench.readReport(JSON.parse(readFileSync(file, 'utf8')));
}

/** @returns the exit code */
async function run(args: string[]): Promise<number> {
  const wanted = readBenchArguments(args);
  if ('help' in wanted) {
    console.log(USAGE);
    return 0;
  }
  const { loadBench, readSetFolder } = await import('./bench-lib.ts');
  const loaded = await loadBench();
  const { bench, taxonomy } = loaded;
  if ('compare' in wanted) {
    const [before, after] = wanted.compare.map((folder) => readReport(bench, folder));
    if (before && after) console.log(bench.describeComparison(bench.compareRuns(before, after)));
    return 0;
  }
  const set = readSetFolder(bench, taxonomy, wanted.set);
  const { isDone, runSet } = await import('./bench-run.ts');
  const done = wanted.kept ? await judgedAnew(loaded, set, wanted) : await runSet(bench, set, wanted);
  writeReport(loaded, done, wanted);
  if (done.records.length < done.items.length) {
    console.log(`${done.records.length} of ${done.items.length} items so far; the same command goes on.`);
  }
  const again = done.records.filter((record) => !isDone(record));
  if (again.length > 0) {
    console.log(
      `${again.length} failed or spent their time; the same command tries them again: ${again.map(({ id }) => id).join(', ')}`,
    );
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}
