/**
 * `npm run mcp -- [options] FILE...`: the nine tools as an MCP server over standard input and output, for the photos and
 * sounds of one observation. The server is the built app itself, in a browser without a screen; this only hands messages on.
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { readArguments, UsageError } from './identify-args.mjs';
import { main, ROOT, UserError } from './run.mjs';

const USAGE = `npm run mcp -- [options] FILE...

An MCP server over standard input and output: the tools, about these photos and sounds of one bird.

  --place LAT,LON     where it was
  --date YYYY-MM-DD   when it was
  --pack NAME|DIR     the models (starter)`;

await main(async () => {
  const args = process.argv.slice(2);
  const today = new Date(Date.now() + 14 * 3600 * 1000).toISOString().slice(0, 10);
  const wanted = read(args, today);
  if (wanted.help) {
    console.error(USAGE);
    return 0;
  }
  await ensureBuilt({ quiet: true });
  const app = await openHeadless(wanted.pack);
  try {
    await app.page.exposeFunction('mcpSend', (/** @type {string} */ message) => {
      process.stdout.write(`${message}\n`);
    });
    const files = wanted.files.map((file) => resolve(process.env.INIT_CWD ?? '', file));
    await app.page.setInputFiles('#files', files);
    const { place, day } = wanted;
    const request = { files: files.map((_, index) => index), place, day };
    const opened = await app.page.evaluate((given) => globalThis.goldcrest.mcp(given), request);
    console.error(`Ready: ${opened.join(', ') || 'no photo and no sound'}.`);
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== '') await app.page.evaluate((message) => globalThis.goldcrest.mcpReceive(message), line);
    }
  } finally {
    await app.close();
  }
  return 0;
});

/**
 * @param {string[]} args
 * @param {string} today
 */
function read(args, today) {
  try {
    return readArguments(args, { packs: join(ROOT, 'public/packs'), today });
  } catch (error) {
    if (error instanceof UsageError) throw new UserError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}
