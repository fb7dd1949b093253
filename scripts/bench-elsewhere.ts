/** Photos that have run, at other places: what their models put out is kept, only the geo model is asked. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isDone, placesFor, resume, settingsOf, whereabouts } from './bench-run.ts';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { progress } from './progress.ts';
import { UserError } from './run.ts';
import type { BenchArguments } from './bench-args.ts';
import type { Bench } from './bench-lib.ts';
import type { runSet } from './bench-run.ts';

type Run = Awaited<ReturnType<typeof runSet>>;

/**
 * Each leaves a folder as a run of its own would.
 * @param kept a run of the same photos
 */
export async function runElsewhere(
  bench: Bench,
  set: { files: { name: string; text: string }[] },
  runs: readonly BenchArguments[],
  { items, records: before, labels, settings: { modalities } }: Run,
): Promise<Run[]> {
  const [first] = runs;
  if (!first) return [];
  if (modalities.some((modality) => modality !== 'image')) throw new UserError('Only photos are placed anew.');
  await ensureEvaluationBuilt({ quiet: true });
  const app = await openEvaluation(first.pack, { alone: true });
  try {
    const done = runs.map((wanted) => {
      const settings = settingsOf(wanted, set.files, modalities);
      return { wanted, settings, records: resume(bench, wanted.out, settings) };
    });
    const places = await placesFor(app, items, runs);
    for (const [at, { wanted, records }] of done.entries()) {
      writeFileSync(join(wanted.out, 'labels.json'), JSON.stringify(labels));
      const there = new Set(records.map(({ id }) => id));
      const left = items.filter(({ id }) => !there.has(id)).slice(0, wanted.limit);
      const tick = progress(there.size, items.length);
      for (const item of left) {
        const kept = before.find(({ id }) => id === item.id);
        // A run that spent its time has nothing to take elsewhere; it runs again with the next command.
        if (!kept || (!kept.failed && !isDone(kept))) continue;
        const where = whereabouts(item, wanted.place, places[at]?.get(item.id));
        const { events, scores } = kept.failed
          ? kept
          : await app.page.evaluate(([run, to]) => globalThis.workbench.elsewhere(run, to), [
              { events: kept.events, scores: kept.scores },
              { place: where.spot, day: where.day },
            ] as const);
        const { failed, named, picture } = kept;
        const record = { id: item.id, failed, ...where, ms: 0, events, scores, named, picture };
        appendFileSync(join(wanted.out, 'runs.jsonl'), `${JSON.stringify(record)}\n`);
        records.push(record);
        tick();
      }
    }
    process.stderr.write('\n');
    return done.map(({ settings, records }) => ({ settings, items, records, labels }));
  } finally {
    await app.close();
  }
}
