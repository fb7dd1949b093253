import { chunkPins, contentName, type PackFile } from '../pack-file';
import { wholeFile, type PackStore } from '../store/store';
import type { StagingPaths, StagedFile } from './staging';
import { NotedFile } from './noted-file';
import { PinnedFile } from './pinned-file';
import type { RunningHash } from './running-hash';

/** Opens what an earlier attempt left, cut back to what is still right. */
export async function openStaged(store: PackStore, file: PackFile, hash: RunningHash): Promise<StagedFile> {
  const [paths, pins] = [await stagingPathsOf(file), chunkPins(file)];
  return pins ? PinnedFile.open(store, file, pins, paths) : NotedFile.open(store, file, paths, hash);
}

/** How many bytes of a file an earlier attempt left, without looking whether they are right. */
export async function stagedBytes(store: PackStore, file: PackFile): Promise<number> {
  return (await store.read((await stagingPathsOf(file)).part))?.size ?? 0;
}

async function stagingPathsOf(file: PackFile): Promise<StagingPaths> {
  const name = await contentName(file);
  return { part: `staging/${name}.part`, notes: `staging/${name}.notes`, whole: wholeFile(name) };
}
