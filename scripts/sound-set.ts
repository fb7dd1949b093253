/**
 * `npm run sound-set -- --repositories DIR [--most N] --out SET`: makes the labelled set that the judgement of sounds is fitted on, from clones of public
 * repositories. DIR holds them as OWNER+NAME (`git clone --bare https://github.com/OWNER/NAME DIR/OWNER+NAME`); those that are
 * missing are left out and named. Every row says whose recording it is, so that a split keeps a recordist on one side.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBench } from './bench-lib.ts';
import { fromHere, main, UserError } from './run.ts';
import { COLLECTIONS, isSound, type Collection, type Recording } from './sound-collections.ts';

const MOST_BYTES = 200 * 2 ** 20;

interface Found extends Recording {
  collection: string;
  id: string;
  blob: string;
  git: (...args: string[]) => Buffer;
}

/** Recordings of a collection that its clone holds; null where there is no clone. */
function readCollection({ repository, commit, recordings }: Collection, folder: string): Found[] | null {
  const clone = join(folder, repository.replace('/', '+'));
  if (!existsSync(clone)) return null;
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-C', clone, ...args], { maxBuffer: MOST_BYTES, stdio: ['ignore', 'pipe', 'ignore'] });
  const tree = git('ls-tree', '-r', '-z', commit).toString('utf8').split('\0').filter(Boolean);
  const blobs = new Map(tree.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/\s/)[2] ?? '']));
  const read = (path: string): string => git('show', `${commit}:${path}`).toString('utf8');
  return recordings([...blobs.keys()], read).flatMap((one) => {
    const blob = blobs.get(one.path);
    if (blob === undefined || !isSound(one.path)) return [];
    return [
      { ...one, collection: repository, id: `${repository.split('/')[1] ?? ''}-${blob.slice(0, 12)}`, blob, git },
    ];
  });
}

/** Whose recording it is: the recordist where any collection names one for it, else the recording itself. */
function sourcesOf(found: readonly Found[]): (one: Found) => string {
  const recordists = new Map(
    found.flatMap(({ xenoCanto, recordist }) => (xenoCanto && recordist ? [[xenoCanto, recordist] as const] : [])),
  );
  return ({ xenoCanto, recordist, id }) => {
    const known = recordist ?? (xenoCanto && recordists.get(xenoCanto));
    return known ? known.trim().toLowerCase() : xenoCanto ? `XC${xenoCanto}` : id;
  };
}

await main(async () => {
  const { values } = parseArgs({
    options: { repositories: { type: 'string' }, most: { type: 'string', default: '200' }, out: { type: 'string' } },
  });
  if (values.repositories === undefined || values.out === undefined) {
    throw new UserError('npm run sound-set -- --repositories DIR [--most 200] --out SET');
  }
  const [folder, out, most] = [fromHere(values.repositories), fromHere(values.out), Number(values.most)];
  const { bench, taxonomy, names } = await loadBench();
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const english = new Map(taxonomy.speciesIds.map((id) => [plain(names(id) ?? ''), id]));
  const scientific = (name: string) => {
    const taxon = taxonomy.find(name) ?? taxonomy.get(english.get(plain(name)) ?? '');
    return taxon?.rank === 'species' ? taxon.scientificName : null;
  };

  const collections = COLLECTIONS.map((collection) => ({ collection, found: readCollection(collection, folder) }));
  const sourceOf = sourcesOf(collections.flatMap(({ found }) => found ?? []));
  mkdirSync(join(out, 'sounds'), { recursive: true });
  const rows = [];
  const taken = new Set<string>();
  for (const { collection, found } of collections) {
    if (!found) {
      console.log(`${collection.repository}: no clone in ${folder}, left out`);
      continue;
    }
    const known = found.filter(({ species }) => species === null || scientific(species) !== null);
    const drawn = bench.shuffled(known, bench.seeded(collection.repository));
    let [written, missing] = [0, 0];
    for (const one of drawn) {
      if (written === most) break;
      if (taken.has(one.blob) || (one.xenoCanto && taken.has(one.xenoCanto))) continue;
      const file = `sounds/${one.id}${extname(one.path).toLowerCase()}`;
      try {
        // One by one: a clone may lack some of them.
        writeFileSync(join(out, file), one.git('cat-file', 'blob', one.blob));
      } catch {
        missing += 1;
        continue;
      }
      taken.add(one.blob);
      if (one.xenoCanto) taken.add(one.xenoCanto);
      written += 1;
      rows.push({
        id: one.id,
        scientific_name: one.species === null ? null : scientific(one.species),
        sound: file,
        source: sourceOf(one),
        ...(one.place && { place: one.place }),
      });
    }
    const strange = found.length - known.length;
    console.log(
      `${collection.repository}: ${written} of ${found.length}; ${strange} of no known species, ${missing} missing`,
    );
  }
  writeFileSync(join(out, 'labels.json'), `${JSON.stringify(rows, null, 1)}\n`);
  console.log(`${rows.length} recordings of ${new Set(rows.map(({ source }) => source)).size} sources in ${out}`);
  return 0;
});
