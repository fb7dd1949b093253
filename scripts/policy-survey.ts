/**
 * `node scripts/launch.mjs policy-survey --jobs JOBS.json --out SURVEY.jsonl`: asks the real tools everything that a policy could
 * sensibly ask about each photo, and keeps the answers, so that policies can be trained and compared without a browser.
 * A line a photo; photos that already have one are left out, so a run can be cut short and taken up again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { fromHere, main, UserError } from './run.ts';
import type { SurveyPlace } from '../evaluation/survey';

/** What models/policy/jobs.py writes. */
interface Job {
  id: string;
  file: string;
  truth: string | null;
  split: string;
  places: SurveyPlace[];
}

function doneIn(file: string): Set<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const rows = lines.map((line) => JSON.parse(line) as { id: string });
  return new Set(rows.map(({ id }) => id));
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string' },
      out: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      limit: { type: 'string' },
    },
  });
  if (!values.jobs || !values.out) throw new UserError('Say --jobs JOBS.json and --out SURVEY.jsonl');
  const [jobsFile, out] = [fromHere(values.jobs), fromHere(values.out)];
  const done = doneIn(out);
  const jobs = JSON.parse(readFileSync(jobsFile, 'utf8')) as Job[];
  const left = jobs.filter(({ id }) => !done.has(id)).slice(0, Number(values.limit ?? jobs.length));
  await ensureEvaluationBuilt();
  const app = await openEvaluation({ name: values.pack, folder: null });
  try {
    for (const [index, { id, file, truth, split, places }] of left.entries()) {
      await app.page.setInputFiles('#files', resolve(jobsFile, '..', file));
      const survey = await app.page.evaluate(([name, at]) => globalThis.workbench.survey(0, name, at), [
        truth,
        places,
      ] as const);
      appendFileSync(out, `${JSON.stringify({ id, split, ...survey })}\n`);
      process.stderr.write(`\r${index + 1} of ${left.length} photos`);
    }
  } finally {
    await app.close();
  }
  process.stderr.write('\n');
  return 0;
});
