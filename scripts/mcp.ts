/**
 * `npm run mcp -- [options] [FILE...]`: observations and the nine tools as an MCP server over standard input and output. The
 * server is the built app itself, in a browser without a screen; this hands messages on, and the files that may be read.
 */
import { realpathSync, statSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.ts';
import { openHeadless } from './headless.ts';
import { parseOptions, readDay, readPack, readPlace, UsageError } from './identify-args.ts';
import { allowedFile } from './mcp-paths.ts';
import { fromHere, main, UserError } from './run.ts';

const USAGE = `npm run --silent mcp -- [options] [FILE...]

An MCP server over standard input and output. Clients open observations with the tool observe; files that are named here
are the first observation.

  --allow DIR         a folder below which clients may read files; may be given several times
  --pack NAME|DIR     the models (starter)
  --place LAT,LON     where the bird of the files was
  --date YYYY-MM-DD   when it was`;

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
    return {
      help: values.help === true,
      files: positionals.map((file) => fromHere(file)),
      place: values.place === undefined ? null : readPlace(values.place),
      day: values.date === undefined ? null : readDay(values.date),
      pack: readPack(values.pack ?? 'starter'),
      allowed: (values.allow ?? []).map(readFolder),
    };
  } catch (error) {
    if (error instanceof UsageError) throw new UserError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

function parse(args: string[]) {
  return parseOptions({
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
}

function readFolder(text: string) {
  const folder = fromHere(text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--allow ${text}: there is no such folder.`);
  }
  return realpathSync(folder);
}
