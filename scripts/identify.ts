/** `npm run identify`: the same built app, on the command line. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readArguments, USAGE, UsageError } from './identify-args.ts';
import { describeReport } from './identify-text.ts';
import { ROOT, UserError } from './run.ts';
import type { HeadlessReport } from '../src/headless/headless';

const EXIT = { usage: 2, unreadable: 3 };

/** @returns the exit code */
async function identify(args: string[]): Promise<number> {
  const wanted = readArguments(args, { packs: join(ROOT, 'public/packs'), today: today() });
  if (wanted.help) {
    console.log(USAGE);
    return 0;
  }
  const readable = wanted.files.filter((file) => {
    const there = existsSync(path(file)) && statSync(path(file)).isFile();
    if (!there) console.error(`${file}: there is no such file.`);
    return there;
  });
  let unreadable = wanted.files.length - readable.length;
  if (readable.length === 0) return EXIT.unreadable;

  const { ensureBuilt } = await import('./build.ts');
  await ensureBuilt({ quiet: true });
  const { openHeadless } = await import('./headless.ts');
  const app = await openHeadless(wanted.pack);
  try {
    if (!app.policies.includes(wanted.policy)) {
      throw new UsageError(`There is no policy "${wanted.policy}"; there is ${app.policies.join(', ')}.`);
    }
    const { place, day, policy } = wanted;
    const note = wanted.note === null ? {} : { note: wanted.note };
    for (const files of wanted.each ? readable.map((file) => [file]) : [readable]) {
      const { report, unreadable: refused } = await app.identify(files.map(path), { place, day, policy, ...note });
      for (const { file, message } of refused) console.error(`${files[file] ?? ''}: ${message}`);
      unreadable += refused.length;
      if (report) print(files, report, wanted.json);
    }
  } finally {
    await app.close();
  }
  return unreadable > 0 ? EXIT.unreadable : 0;
}

function print(files: string[], report: HeadlessReport, json: boolean) {
  const { verdict, birds, ledger, said, ms } = report;
  if (said.problem !== null) console.error(`The policy could not go on, so the rules did: ${said.problem}`);
  console.log(json ? JSON.stringify({ files, verdict, birds, ledger, ms }) : describeReport(files, report));
}

/** npm runs scripts in the project's folder; names are meant from where the person is. */
function path(file: string) {
  return resolve(process.env.INIT_CWD ?? '', file);
}

/** The latest day that it is anywhere on earth: a photo taken this morning in Fiji is not from the future. */
function today() {
  return new Date(Date.now() + 14 * 3600 * 1000).toISOString().slice(0, 10);
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
