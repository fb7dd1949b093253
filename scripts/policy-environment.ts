/**
 * `node scripts/launch.mjs policy-environment`: episodes over recorded tool outputs, for trainers and benches. One JSON object a
 * line on standard input, one answer a line on standard output; the requests are described in docs/policies.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { CACHE, isMain, main, ROOT } from './run.ts';
import type * as EpisodeServer from '../training/episode-server';

/** The app's own TypeScript as a module for Node. */
export async function loadEpisodes(): Promise<typeof EpisodeServer> {
  const outDir = join(CACHE, `policy-environment-${process.pid}`);
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: 'training/episode-server.ts', outDir, emptyOutDir: true, target: 'node20', minify: false },
    ssr: { noExternal: true },
  });
  return (await import(pathToFileURL(join(outDir, 'episode-server.js')).href)) as typeof EpisodeServer;
}

/** Observations that no policy was trained on, with what their tools said. */
export const HELD_OUT = join(ROOT, 'models/policy/results/held-out.jsonl.gz');

export function readItems(file: string) {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { key: string; item: unknown });
}

function read(path: string) {
  return JSON.parse(readFileSync(join(ROOT, 'public', path), 'utf8')) as unknown;
}

export async function openEpisodes() {
  const { EpisodeServer } = await loadEpisodes();
  return new EpisodeServer({
    taxonomy: read('taxonomy/taxonomy.json'),
    synonyms: read('taxonomy/synonyms.json'),
    manifests: [read('packs/starter/manifest.json'), read('packs/sound/manifest.json')],
    traits: read('taxonomy/traits.json'),
  });
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const server = await openEpisodes();
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== '') process.stdout.write(`${await server.handle(line)}\n`);
    }
    return 0;
  });
}
