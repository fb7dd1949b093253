/** Fits the judgement of a pack's sound classifier on a set's recordings, and counts what comes of it on recordings of recordists that it was not fitted on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import type { BenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder } from './bench-lib.ts';
import { readRun, runSet } from './bench-run.ts';
import { modelIn, withoutFolders, writeCalibration, writeJson } from './calibration-file.ts';
import { placesIn, worldsFor } from './calibration-worlds.ts';
import { ROOT, UserError } from './run.ts';
import type { SoundModel } from '../src/packs/manifest';

/** A wrong genus or family misleads as little by ear as by sight. */
const COARSER = 0.02;
/** Where every place is wrong twice the risk is allowed: such places are few. */
const ASTRAY = 2;

export async function calibrateSounds(asked: {
  wanted: BenchArguments;
  risk: number;
  /** From what an earlier run left. */
  kept: boolean;
  docs: string | null;
  dryRun: boolean;
}): Promise<number> {
  const { wanted, risk, kept, docs, dryRun } = asked;
  const { bench, taxonomy } = await loadBench();
  const set = readSetFolder(bench, taxonomy, wanted.set);
  const { items, records, labels } = kept ? readRun(bench, set, wanted) : await runSet(bench, set, wanted);
  if (records.length < items.length && !kept) {
    console.log(`${items.length - records.length} recordings have not been heard; the same command goes on.`);
    return 0;
  }
  const byId = new Map(records.map((record) => [record.id, record]));
  const sounds = items.flatMap((item) => {
    const record = byId.get(item.id);
    return record?.failed === null ? [{ item, record }] : [];
  });
  const folder = wanted.pack.folder ?? join(ROOT, 'public/packs', wanted.pack.name);
  const name = basename(folder);
  const { calibration } = modelIn<SoundModel>(folder, 'sound');
  const worlds = await worldsFor(wanted, [...new Set(items.map(({ truth }) => truth))].sort());
  const placesOf = placesIn(worlds);
  const model = { labels: labels.sound, calibration, taxonomy, geoKnows: new Set<string>(worlds.known) };

  const risks = { species: risk, genus: COARSER, family: COARSER, astray: ASTRAY * risk };
  const thresholds = bench.DEFAULT_THRESHOLDS;
  const cases = sounds.map((sound) => ({
    part: bench.partOf(sound.item),
    of: bench.soundCases([sound], placesOf, model),
  }));
  const fitOn = (these: typeof cases) =>
    bench.fitJudgement(
      these.flatMap(({ of }) => of),
      { sense: 'heard', taxonomy, thresholds, risk: risks },
    );
  if (sounds.length === 0) throw new UserError('There is nothing to fit on.');
  const places = ['own', 'none', 'far'] as const;
  const keptBack = Array.from({ length: bench.PARTS }, (_, part) => {
    process.stderr.write(`part ${part + 1} of ${bench.PARTS} kept back\n`);
    const { weights } = fitOn(cases.filter((one) => one.part !== part));
    const context = { placesOf, model, labels, thresholds: bench.withJudgement(thresholds, { heard: weights }) };
    const these = sounds.filter(({ item }) => bench.partOf(item) === part);
    return places.map((where) => bench.judgeKeptBack(these, where, context));
  });
  const judged = places.map((_, at) => keptBack.flatMap((part) => part[at] ?? []));
  const figures = places.map((where, at) => bench.countKeptBack(judged[at] ?? [], where));
  const fit = fitOn(cases);

  const today = new Date().toISOString().slice(0, 10);
  const title = {
    ...{
      pack: name,
      set: `${sounds.length} recordings of ${basename(wanted.set)}`,
      sense: 'heard' as const,
      risk: risks,
    },
    ...{ remark: 'Recordings of one recordist or source stay together.', today },
    ...{ command: `npm run calibrate -- ${process.argv.slice(2).map(withoutFolders).join(' ')}` },
    temperature: calibration.temperature,
  };
  const text = `${bench.describeFit(fit, title)}
## Kept back

The set is cut in ${bench.PARTS} parts by who recorded what. Each part is judged by weights and bars that were made from the others alone.

${bench.describeKeptBack(figures)}`;
  console.log(text);
  writeFileSync(join(wanted.out, 'judgement.md'), text);
  if (docs !== null) {
    mkdirSync(docs, { recursive: true });
    writeFileSync(join(docs, `judgement-${name}-sound.md`), text);
  }
  const [own] = figures;
  if (!own) throw new Error('recordings at places are kept back');
  const entry = {
    ...calibration,
    judgement: fit.weights,
    risk: {
      ...{ most: risk, wrong: own.wrong, n: own.recordings, upper: bench.upperBound(own.wrong, own.recordings) },
      ...{ on: 'recordings of public collections kept back by recordist, at places from the range', date: today },
    },
  };
  writeJson(join(wanted.out, 'calibration.json'), { entry });
  if (!dryRun) {
    const { judgement, risk: counted } = entry;
    writeCalibration({ folder, name, role: 'sound' }, entry, (before) => ({ ...before, judgement, risk: counted }));
  }
  return 0;
}
