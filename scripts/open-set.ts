/**
 * `npm run open-set -- [--photos DIR] [--sounds DIR] [--count N] [--seed N] --out DIR`: draws a set of things that are no birds
 * from Caltech-101 and ESC-50, which a person has to have. Only from the halves that no recipe under models/ trains on.
 * `npm run open-set -- --birds DIR [--count N] [--seed N] --out DIR`: draws photos of birds from a folder with a folder for each
 * species, named in English, as a labelled set.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBench } from './bench-lib.ts';
import { fromHere, main, UserError } from './run.ts';

/** Folders of Caltech-101 with birds in them, and its unsorted one, which nobody looked through. */
const PHOTO_BIRDS = new Set(['emu', 'flamingo', 'flamingo_head', 'ibis', 'pigeon', 'rooster', 'BACKGROUND_Google']);
const SOUND_BIRDS = new Set(['rooster', 'hen', 'crow', 'chirping_birds']);
/** No recipe learns from these shares of the hash of a recording's id (models/policy/recordings.py). */
const SOUND_TEST = { from: 0.2, to: 0.4 };

interface Found {
  id: string;
  from: string;
  species?: string;
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

/**
 * Caltech-101: a folder for each kind of thing. The recipes of the detector and the image classifier never see the photos
 * whose hash ends in an odd digit.
 */
function caltech(folder: string): Found[] {
  const kinds = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !PHOTO_BIRDS.has(entry.name),
  );
  return kinds.flatMap(({ name: kind }) =>
    readdirSync(join(folder, kind))
      .filter((file) => /\.jpe?g$/i.test(file))
      .filter((file) => parseInt(sha1(`${kind}/${file}`).slice(-1), 16) % 2 === 1)
      .map((file) => ({ id: `${kind}-${basename(file, extname(file))}`, from: join(folder, kind, file) })),
  );
}

/** ESC-50: `audio` and a table in `meta`. Clips of one recording stay on one side of the split. */
function esc50(folder: string): Found[] {
  const [head = '', ...rows] = readFileSync(join(folder, 'meta/esc50.csv'), 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  return rows.flatMap((row) => {
    const cells = row.split(',');
    const read = (name: string) => cells[columns.indexOf(name)] ?? '';
    const [kind, file] = [read('category'), read('filename')];
    const share = parseInt(sha1(`split:ESC${read('src_file')}`).slice(0, 8), 16) / 2 ** 32;
    if (SOUND_BIRDS.has(kind) || share < SOUND_TEST.from || share >= SOUND_TEST.to) return [];
    return [{ id: `${kind}-${basename(file, extname(file))}`, from: join(folder, 'audio', file) }];
  });
}

/** A folder for each species. Names that are no species of the taxonomy (groups, hybrids, slips) are left out. */
function birdFolders(folder: string, { taxonomy, names }: Awaited<ReturnType<typeof loadBench>>): Found[] {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const byName = new Map(taxonomy.speciesIds.map((id) => [plain(names(id) ?? ''), id]));
  const kinds = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return kinds.flatMap(({ name }) => {
    const species = taxonomy.get(byName.get(plain(name)) ?? '')?.scientificName;
    if (species === undefined) return [];
    const files = readdirSync(join(folder, name)).filter((file) => /\.jpe?g$/i.test(file));
    return files.map((file) => ({
      ...{ id: `${plain(name)}-${basename(file, extname(file))}`, from: join(folder, name, file), species },
    }));
  });
}

function existing(folder: string | undefined) {
  if (folder === undefined) return null;
  const path = fromHere(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UserError(`There is no folder ${path}.`);
  return path;
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      photos: { type: 'string' },
      sounds: { type: 'string' },
      birds: { type: 'string' },
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const [photos, sounds, birds] = [existing(values.photos), existing(values.sounds), existing(values.birds)];
  if (values.out === undefined || (!photos && !sounds && !birds)) {
    throw new UserError(
      `npm run open-set -- [--photos CALTECH101/101_ObjectCategories] [--sounds ESC-50] [--birds FOLDERS] [--count 200] [--seed 1] --out DIR`,
    );
  }
  const out = fromHere(values.out);
  const loaded = await loadBench();
  const { bench } = loaded;
  const draw = (found: Found[]) =>
    bench.shuffled(found, bench.seeded(Number(values.seed))).slice(0, Number(values.count));
  const rows = [];
  for (const { kind, found } of [
    { kind: 'photo' as const, found: photos ? caltech(photos) : [] },
    { kind: 'photo' as const, found: birds ? birdFolders(birds, loaded) : [] },
    { kind: 'sound' as const, found: sounds ? esc50(sounds) : [] },
  ]) {
    mkdirSync(join(out, `${kind}s`), { recursive: true });
    for (const { id, from, species = null } of draw(found)) {
      const file = `${kind}s/${id}${extname(from)}`;
      copyFileSync(from, join(out, file));
      rows.push({ id, scientific_name: species, [kind]: file });
    }
  }
  writeFileSync(join(out, 'labels.json'), `${JSON.stringify(rows, null, 1)}\n`);
  console.log(`${rows.length} items in ${out}`);
  return 0;
});
