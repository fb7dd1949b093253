/**
 * `npm run bench:robust -- --set DIR --pack P [--modality image|sound] [--sample N] [--speech FILE] [--out DIR] [--docs DIR]`:
 * the same items as they are and made worse in several ways and strengths; a table and plots of what comes of it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readBenchArguments } from './bench-args.ts';
import { loadBench, readSetFolder } from './bench-lib.ts';
import { runSet } from './bench-run.ts';
import { fromHere, main, ROOT, UserError } from './run.ts';

/** What the pack's calibration promises; null where it promises nothing. */
function statedRisk(wanted: ReturnType<typeof readBenchArguments>, modality: 'image' | 'sound'): number | null {
  if (!('pack' in wanted)) return null;
  const folder = wanted.pack.folder ?? join(ROOT, 'public/packs', wanted.pack.name);
  const { models } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    models: { role: string; calibration?: { risk?: { most: number } } }[];
  };
  return models.find(({ role }) => role === modality)?.calibration?.risk?.most ?? null;
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      modality: { type: 'string', default: 'image' },
      sample: { type: 'string', default: '80' },
      speech: { type: 'string' },
      out: { type: 'string' },
      docs: { type: 'string' },
    },
  });
  const { set: folder } = values;
  const modality = (['image', 'sound'] as const).find((one) => one === values.modality);
  if (folder === undefined) throw new UserError('Name a set: --set DIR.');
  if (modality === undefined) throw new UserError('--modality is image or sound.');
  const { bench, taxonomy } = await loadBench();
  const out = values.out ?? join('bench', `robust-${basename(values.pack)}-${modality}`);
  const given = ['--set', folder, '--pack', values.pack, '--modality', modality, '--sample', values.sample];
  // Nobody talks where no voice was given.
  const damages = bench.damagesOf(modality).filter(({ kind }) => kind !== 'speech' || values.speech !== undefined);
  const runs = [];
  for (const damage of [null, ...damages]) {
    const name = damage ? `${damage.kind}:${damage.strength}` : 'clean';
    const worse = damage ? ['--degrade', name] : [];
    const speech = damage?.kind === 'speech' && values.speech !== undefined ? ['--speech', values.speech] : [];
    const wanted = readBenchArguments([...given, ...worse, ...speech, '--out', join(out, name.replace(':', '-'))]);
    if (!('out' in wanted)) throw new UserError('bench:robust takes a set and a pack.');
    const { items, records, labels } = await runSet(bench, readSetFolder(bench, taxonomy, wanted.set), wanted);
    const byId = new Map(records.map((record) => [record.id, record]));
    const judged = items.flatMap((item) => {
      const record = byId.get(item.id);
      return record ? [bench.judge(item, record, { taxonomy, labels })] : [];
    });
    runs.push({ damage: wanted.degrade, tally: bench.tally(judged) });
  }
  const pack = basename(values.pack);
  const command = `npm run bench:robust -- ${process.argv.slice(2).join(' ')}`;
  const title = { pack, set: basename(folder), modality, command, today: new Date().toISOString().slice(0, 10) };
  const text = bench.describeRobustness(runs, title);
  console.log(text);
  const where = fromHere(values.docs ?? out);
  const plots = bench.robustnessPlots(runs, statedRisk(readBenchArguments(given), modality));
  mkdirSync(where, { recursive: true });
  writeFileSync(join(where, `robustness-${pack}-${modality}.md`), text);
  writeFileSync(join(where, `robustness-${pack}-${modality}-solved.svg`), `${plots.solved}\n`);
  writeFileSync(join(where, `robustness-${pack}-${modality}-wrong.svg`), `${plots.wrong}\n`);
  return 0;
});
