/** `npm run identify`: the same built app, on the command line. */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { HeadlessAnswer, HeadlessReport } from '../src/headless/headless';
import { ensureBuilt } from './build.ts';
import { openHeadless, type Headless } from './headless.ts';
import { readArguments, USAGE, UsageError, type Arguments } from './identify-args.ts';
import { findFiles } from './identify-files.ts';
import { IdentifyTable } from './identify-table.ts';
import { describeReport } from './identify-text.ts';
import { progress } from './progress.ts';
import { fromHere, UserError } from './run.ts';

const EXIT = { usage: 2, unreadable: 3 };

/** @returns the exit code */
async function identify(args: string[]): Promise<number> {
  const wanted = readArguments(args);
  if (wanted.help) {
    console.log(USAGE);
    return 0;
  }
  const listed = wanted.list === null ? [] : readList(fromHere(wanted.list));
  const { files, missing, folders } = findFiles([...wanted.files, ...listed], fromHere);
  for (const file of missing) console.error(`${file}: there is no such file.`);
  if (files.length === 0) {
    if (missing.length === 0) console.error('There is no photo and no recording in there.');
    return EXIT.unreadable;
  }
  const observations = wanted.each || folders || wanted.table !== null ? files.map((file) => [file]) : [files];
  const table = wanted.table === null ? null : new IdentifyTable(fromHere(wanted.table), settingsOf(wanted));
  const left = observations.filter(([file]) => !(table && file !== undefined && table.isDone(file)));
  if (left.length === 0) {
    console.error('All files are done already.');
    return missing.length > 0 ? EXIT.unreadable : 0;
  }

  await ensureBuilt({ quiet: true });
  const app = await openHeadless(wanted.pack);
  const unreadable: string[] = [];
  try {
    if (!app.policies.includes(wanted.policy)) {
      throw new UsageError(`There is no policy "${wanted.policy}"; there is ${app.policies.join(', ')}.`);
    }
    const tick = table ? progress(observations.length - left.length, observations.length) : () => undefined;
    const ask = asker(app, wanted);
    for (const names of left) {
      const { report, unreadable: refused } = await ask(names);
      for (const { file, message } of refused) {
        const problem = `${names[file] ?? ''}: ${message}`;
        // Between lines of progress it would be lost; the end tells it.
        if (!table) console.error(problem);
        unreadable.push(problem);
        table?.addProblem(names[file] ?? '', message);
      }
      if (report) {
        table?.add(names[0] ?? '', report);
        if (!table || wanted.json) print(names, report, wanted);
      }
      tick();
    }
  } finally {
    await app.close();
  }
  if (table) {
    const lost = unreadable.length + missing.length;
    const done = left.length - unreadable.length;
    console.error(`\n${done} ${done === 1 ? 'file' : 'files'} done, ${lost} could not be read.`);
    for (const problem of unreadable) console.error(`  ${problem}`);
    for (const file of missing) console.error(`  ${file}: there is no such file.`);
  }
  return unreadable.length + missing.length > 0 ? EXIT.unreadable : 0;
}

function readList(file: string) {
  if (!existsSync(file)) throw new UsageError(`--list ${file}: there is no such file.`);
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}

/** Asks a page about one observation. A page that died is replaced and asked once more; a second death is the file's fault. */
function asker(
  app: Headless,
  { place, day, policy, note, answers }: Arguments,
): (files: string[]) => Promise<HeadlessAnswer> {
  let page: Pick<Headless, 'identify'> = app;
  const ask = (files: string[]) =>
    page.identify(files.map(fromHere), { place, day, policy, answers, ...(note === null ? {} : { note }) });
  return async (files) => {
    try {
      return await ask(files);
    } catch (error) {
      if (error instanceof UserError) throw error;
      page = await app.another();
      return ask(files).catch(async (again: unknown): Promise<HeadlessAnswer> => {
        page = await app.another();
        const message = again instanceof Error ? (again.message.split('\n')[0] ?? '') : String(again);
        return { report: null, unreadable: [{ file: 0, code: 'page_died', message }] };
      });
    }
  };
}

/** What decides the rows of a table. */
function settingsOf({ place, day, note, answers, policy, pack }: Arguments) {
  return { place, date: day, note, answers, policy, pack: pack.folder ?? pack.name };
}

function print(files: string[], report: HeadlessReport, { json, verbose }: Arguments) {
  const { verdict, birds, ledger, events, conversation, ms } = report;
  const asking = events.findLast((event) => event.type === 'asking') ?? null;
  if (conversation.problem !== null)
    console.error(`The policy failed, so the rules took over: ${conversation.problem}`);
  // hasColors is there on a terminal only, and heeds NO_COLOR.
  const colours = process.stdout.isTTY && process.stdout.hasColors();
  console.log(
    json
      ? JSON.stringify({ files, verdict, birds, asking, ledger, ms })
      : describeReport(files, report, { verbose, colours }),
  );
}

try {
  process.exitCode = await identify(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
  } else {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}
