/** The public collections of recordings that the judgement of sounds is fitted on: where each is, and what its own tables say of a recording. */
import { basename, extname } from 'node:path';

/** A recording as its collection describes it. */
export interface Recording {
  /** Inside the repository. */
  path: string;
  /** Scientific or English; null where there is no bird in it. */
  species: string | null;
  /** Of xeno-canto's catalogue, where the collection says so. */
  xenoCanto: string | null;
  recordist: string | null;
  place: { lat: number; lon: number } | null;
}

export interface Collection {
  repository: string;
  commit: string;
  /** Recordings from its tables and the names of its files. */
  recordings: (files: readonly string[], read: (path: string) => string) => Recording[];
}

const SOUND = /\.(?:mp3|wav|flac|ogg)$/i;
const NOTHING_KNOWN = { xenoCanto: null, recordist: null, place: null };

export const COLLECTIONS: readonly Collection[] = [
  {
    repository: 'chrysogonum/bird-sound-game',
    commit: '116f2a082a16822477743626b3376a71e7a53b2c',
    recordings: (_, read) => {
      interface Clip {
        common_name: string;
        source_id: string;
        recordist: string | null;
        file_path: string;
      }
      return (JSON.parse(read('data/clips.json')) as Clip[]).map((clip) => ({
        ...{ path: clip.file_path, species: clip.common_name, recordist: clip.recordist, place: null },
        xenoCanto: /^XC(\d+)/.exec(clip.source_id)?.[1] ?? null,
      }));
    },
  },
  {
    repository: 'dreddyyerram/birdclassification',
    commit: 'e5cbde6b27ad0d2e74289ab47d531e877dacbb6b',
    recordings: (files, read) =>
      readTable(read('birdsong_metadata.csv')).map((row) => ({
        path: files.find((file) => file === `songs/xc${row.file_id ?? ''}.flac`) ?? '',
        species: `${row.genus ?? ''} ${row.species ?? ''}`,
        xenoCanto: row.file_id ?? null,
        recordist: row.who_provided_recording ?? null,
        place: placeOf(row.latitude, row.longitute),
      })),
  },
  {
    repository: 'ddecodes/Birdle',
    commit: 'b99c3162b9dfea61c69a71798053b0d85b3c91fd',
    recordings: (files, read) => {
      const rows = readTable(read('frontend/cleaned_data.csv'));
      const byName = new Map(rows.map((row) => [row.CommonName ?? '', row]));
      return files.flatMap((path) => {
        const row = path.startsWith('sounds/') ? byName.get(basename(path, extname(path))) : undefined;
        const xenoCanto = /xeno-canto\.org\/(\d+)/.exec(row?.Audios ?? '')?.[1] ?? null;
        return row ? [{ ...NOTHING_KNOWN, path, species: row.SciName ?? '', xenoCanto }] : [];
      });
    },
  },
  {
    repository: 'BradleyCodeU/birdgame',
    commit: '90acf4b2df7f5d5372119693c41b61007479defa',
    recordings: (files) =>
      files
        .filter((path) => path.startsWith('audio/'))
        .map((path) => {
          // Numbered files are the tracks of one album.
          const [, track, name = ''] = /^(\d+[a-z]?\s+)?(.*)$/.exec(basename(path, extname(path))) ?? [];
          return { ...NOTHING_KNOWN, path, species: name, recordist: `birdgame, ${track ? 'album' : 'other files'}` };
        }),
  },
  {
    repository: 'cfp02/Birdsong-Ear-Trainer',
    commit: '468d39352f49e73e6716a7cd375e64bc9e12be95',
    recordings: (files) =>
      files.flatMap((path) => {
        const species = /^birdsong\/([^/]+)\//.exec(path)?.[1];
        return species === undefined ? [] : [{ ...NOTHING_KNOWN, path, species }];
      }),
  },
  {
    repository: 'Hikikomori041/blindtest-oiseaux',
    commit: 'd94082ba7745df47d3c8e067b5e06aef3f21c5c6',
    recordings: (files) =>
      files.flatMap((path) => {
        const species = /^ressources\/oiseaux\/[^/]*\(([^)]+)\)\//.exec(path)?.[1];
        const xenoCanto = /\/XC(\d+)/.exec(path)?.[1] ?? null;
        return species === undefined ? [] : [{ ...NOTHING_KNOWN, path, species, xenoCanto }];
      }),
  },
  {
    repository: 'karolpiczak/ESC-50',
    commit: '33c8ce9eb2cf0b1c2f8bcf322eb349b6be34dbb6',
    recordings: (_, read) => {
      const birds = new Set(['rooster', 'hen', 'crow', 'chirping_birds']);
      return readTable(read('meta/esc50.csv'))
        .filter(({ category = '' }) => !birds.has(category))
        .map(({ filename = '', src_file: from = '' }) => ({
          // Clips of one recording stay together.
          ...{ path: `audio/${filename}`, species: null, recordist: `Freesound ${from}` },
          ...{ xenoCanto: null, place: null },
        }));
    },
  },
];

function placeOf(lat: string | undefined, lon: string | undefined): Recording['place'] {
  const [north, east] = [Number.parseFloat(lat ?? ''), Number.parseFloat(lon ?? '')];
  return Number.isFinite(north) && Number.isFinite(east) ? { lat: north, lon: east } : null;
}

export function isSound(path: string): boolean {
  return SOUND.test(path);
}

/** CSV with a head, quoted cells and line breaks inside them. */
export function readTable(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  const [head = [], ...cells] = rows.filter((row) => row.some((cell) => cell !== ''));
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}
