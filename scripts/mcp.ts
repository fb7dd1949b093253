/**
 * `npm run mcp -- [options] [FILE...]`: observations and the nine tools as an MCP server over standard input and output. The
 * server is the built app itself, in a browser without a screen; this hands messages on, and the files that may be read.
 */
import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.ts';
import { openHeadless } from './headless.ts';
import { readDay, readPack, readPlace, UsageError } from './identify-args.ts';
import { allowedFile } from './mcp-paths.ts';
import { main, ROOT, UserError } from './run.ts';

const USAGE = `npm run --silent mcp -- [options] [FILE...]

An MCP server over standard input and output. Clients open observations with the tool observe; files that are named here
are the first observation.

  --allow DIR         a folder below which clients may read files; may be given several times
  --pack NAME|DIR     the models (starter)
  --place LAT,LON     where the bird of the files was
  --date YYYY-MM-DD   when it was`;

/** npm runs scripts in the project's folder; names are meant from where the person is. */
const FROM = process.env.INIT_CWD ?? '';

await main(async () => {
  const wanted = read(process.argv.slice(2));
  if (wanted.help) {
    console.error(USAGE);
    return 0;
  }
  await ensureBuilt({ quiet: true });
  const app = await openHeadless(wanted.pack);
  const { page } = app;
  try {
    await page.exposeFunction('mcpSend', (message: string) => {
      process.stdout.write(`${message}\n`);
    });
    await page.exposeFunction('mcpRead', async (paths: string[]) => {
      const files = paths.map((path) => allowedFile(path, wanted.allowed));
      const refused = files.find((file) => typeof file !== 'string');
      if (refused) return refused;
      await page.setInputFiles('#files', files as string[]);
      return null;
    });
    const { files, place, day } = wanted;
    await page.setInputFiles('#files', files);
    const request = { files: files.map((_, index) => index), place, day };
    const opened = await page.evaluate((given) => globalThis.goldcrest.mcp(given), request);
    console.error(`Ready: ${opened.join(', ') || 'no photo and no sound yet'}.`);
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue;
      if (isJson(line)) await page.evaluate((message) => globalThis.goldcrest.mcpReceive(message), line);
      else console.error('A line that is no JSON was left out.');
    }
  } finally {
    await app.close();
  }
  return 0;
});

function isJson(line: string) {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function read(args: string[]) {
  try {
    const { values, positionals } = parse(args);
    if (positionals.length === 0 && (values.place ?? values.date) !== undefined) {
      throw new UsageError('--place and --date are about the files named here; otherwise give them to observe.');
    }
    // The latest day that it is anywhere on earth.
    const today = new Date(Date.now() + 14 * 3600 * 1000).toISOString().slice(0, 10);
    return {
      help: values.help === true,
      files: positionals.map((file) => resolve(FROM, file)),
      place: values.place === undefined ? null : readPlace(values.place),
      day: values.date === undefined ? null : readDay(values.date, today),
      pack: readPack(values.pack ?? 'starter', join(ROOT, 'public/packs'), FROM),
      allowed: (values.allow ?? []).map(readFolder),
    };
  } catch (error) {
    if (error instanceof UsageError) throw new UserError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        allow: { type: 'string', multiple: true },
        pack: { type: 'string' },
        place: { type: 'string' },
        date: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readFolder(text: string) {
  const folder = resolve(FROM, text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--allow ${text}: there is no such folder.`);
  }
  return realpathSync(folder);
}
