import { keptFrom, machineWord } from '../../domain/notebook/keeping';
import type { KeptMedia } from '../../domain/notebook/kept';
import type { ImageRef } from '../../domain/observation';
import { sha256OfFile } from '../../packs/sha256';
import type { MediaRecord } from '../../storage/database';
import type { NewEntry } from '../../storage/notebook';
import type { Goldcrest } from '../../app/goldcrest';
import type { RunState } from '../state/run.svelte';
import { asBlob } from '../thumbnail';

export type Copies = 'original' | 'reduced';

/** Longest side of a reduced copy, in pixels: fills a screen. */
const REDUCED_SIDE = 1600;

type Keeper = Pick<Goldcrest, 'runs' | 'sounds' | 'picture' | 'taxonomy'>;
/** The available files of a run. */
export interface RunFiles {
  original: (ref: ImageRef) => File | null;
  /** Seconds since midnight at which they were made. */
  time: number | null;
  /** For photos that are no longer open. */
  picture?: Goldcrest['picture'];
}

type Copied = Pick<KeptMedia, 'ref' | 'name' | 'original'> & { file: Blob };

/**
 * Everything that keeping a run writes. `live` has its photos and sounds; without it only the small picture is left that
 * the draft was saved with. Null where the run has no verdict.
 */
export async function newEntry(
  app: Keeper,
  run: RunState,
  live: RunFiles | null,
  copies: Copies,
): Promise<NewEntry | null> {
  const draft = run.id ? await app.runs.load(run.id) : undefined;
  const copied = [
    ...(await copyPhotos(app, run, live, copies, draft?.thumbnail)),
    ...(await copySounds(app, run, live)),
  ];
  const media: KeptMedia[] = [];
  const files: MediaRecord[] = [];
  for (const { ref, name, file, original } of copied) {
    const sha256 = await sha256OfFile(file);
    media.push({ ref, sha256, name, type: file.type, bytes: file.size, original });
    files.push({ sha256, file });
  }
  const observation = keptFrom(run.events, { media, time: live?.time ?? null, at: new Date() });
  const word = observation && machineWord(run.events, observation.id, app.taxonomy);
  if (!observation || !word || !run.started) return null;
  const { run: id, at } = run.started;
  const record = { id, at, events: [...run.events], thumbnail: draft?.thumbnail ?? null };
  return { observation, identifications: [word], media: files, run: record };
}

async function copyPhotos(
  app: Keeper,
  run: RunState,
  live: RunFiles | null,
  copies: Copies,
  thumbnail: Blob | null | undefined,
): Promise<Copied[]> {
  const copied: Copied[] = [];
  for (const { ref, name } of run.photos) {
    const original = live?.original(ref) ?? null;
    const reduced =
      copies === 'reduced' && live
        ? await asBlob(await (live.picture ?? app.picture.bind(app))(ref, null, REDUCED_SIDE))
        : null;
    // The small picture of a draft is of the photo that its verdict is about.
    const small = (run.subject?.photo ?? run.photos[0]?.ref) === ref ? thumbnail : null;
    const file = reduced ?? original ?? small;
    if (file) copied.push({ ref, name, file, original: file === original });
  }
  return copied;
}

/** Sounds are kept as they were saved with the run: without the people in them, unless the observer wants those. */
async function copySounds(app: Keeper, run: RunState, live: RunFiles | null): Promise<Copied[]> {
  const copied: Copied[] = [];
  const observation = run.started?.observation.id ?? '';
  for (const { ref, name } of run.sounds) {
    const saved = await app.sounds.load(observation, ref);
    if (saved) copied.push({ ref, name, file: saved.file, original: live !== null && saved.erased.length === 0 });
  }
  return copied;
}
