/**
 * `npm run packs:fetch`: puts the packs of the catalogue on the host's own origin, so that nobody's browser has to ask another
 * one. After `npm run build`: every file that a manifest has at other hosts is fetched into dist/packs, taken only with the sha256
 * that the manifest pins, and the catalogue then allows no other host.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST } from './build.ts';
import { compressBuild } from './compress.ts';
import { isMain, main, UserError } from './run.ts';

interface Catalogue {
  hosts: string[];
  packs: { name: string; manifests: string[] }[];
}

interface Listed {
  path: string;
  bytes: number;
  sha256: string;
  addresses?: string[];
}

const isRight = (content: Buffer, { sha256 }: Listed) => createHash('sha256').update(content).digest('hex') === sha256;

async function fetchFile(file: Listed, fetcher: typeof fetch): Promise<Buffer> {
  const tried: string[] = [];
  for (const address of file.addresses ?? []) {
    const response = await fetcher(address).catch(() => null);
    const content = response?.ok ? Buffer.from(await response.arrayBuffer()) : null;
    if (content && isRight(content, file)) return content;
    const why = content ? 'other bytes came' : response ? `answered ${response.status}` : 'not reached';
    tried.push(`${address} (${why})`);
  }
  throw new UserError(`${file.path} could not be fetched: ${tried.join(', ')}.`);
}

/** Fetches what is missing in a built app; gives the files that came. */
export async function fetchPacks(dist: string, fetcher: typeof fetch = fetch): Promise<string[]> {
  const list = join(dist, 'catalogue.json');
  if (!existsSync(list)) throw new UserError('There is no built app. Run npm run build first.');
  const catalogue = JSON.parse(readFileSync(list, 'utf8')) as Catalogue;
  const came: string[] = [];
  for (const { name } of catalogue.packs) {
    const folder = join(dist, 'packs', name);
    const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: Listed[] };
    for (const file of files.filter(({ addresses }) => addresses)) {
      const path = join(folder, file.path);
      if (existsSync(path) && isRight(readFileSync(path), file)) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.part`, await fetchFile(file, fetcher));
      renameSync(`${path}.part`, path);
      came.push(`packs/${name}/${file.path}`);
    }
  }
  writeFileSync(list, `${JSON.stringify({ ...catalogue, hosts: [] }, null, 2)}\n`);
  await compressBuild(dist);
  return came;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    for (const path of await fetchPacks(DIST)) console.log(path);
    console.log('Every pack of the catalogue lies on this host; no other one is asked.');
    return 0;
  });
}
