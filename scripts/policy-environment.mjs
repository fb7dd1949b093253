/**
 * `node scripts/policy-environment.mjs`: episodes over recorded tool outputs, for trainers and benches. One JSON object a
 * line on standard input, one answer a line on standard output; the requests are described in docs/policies.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { CACHE, main, ROOT } from './run.mjs';

/**
 * The app's own TypeScript as a module for Node.
 * @returns {Promise<typeof import('../src/agent/episode-server')>}
 */
export async function loadEpisodes() {
  const outDir = join(CACHE, `policy-environment-${process.pid}`);
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: 'src/agent/episode-server.ts', outDir, emptyOutDir: true, target: 'node20', minify: false },
    ssr: { noExternal: true },
  });
  return /** @type {typeof import('../src/agent/episode-server')} */ (
    await import(pathToFileURL(join(outDir, 'episode-server.js')).href)
  );
}

/** @param {string} name */
function table(name) {
  return /** @type {unknown} */ (JSON.parse(readFileSync(join(ROOT, `public/taxonomy/${name}.json`), 'utf8')));
}

export async function openEpisodes() {
  const { EpisodeServer } = await loadEpisodes();
  return new EpisodeServer({ taxonomy: table('taxonomy'), synonyms: table('synonyms') });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const server = await openEpisodes();
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== '') process.stdout.write(`${await server.handle(line)}\n`);
    }
    return 0;
  });
}
