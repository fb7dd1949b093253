import type { WrongBytes } from '../proof';
import type { PackStore, PartFile, StorePath } from '../store/store';

/** A file on its way in. What is there when it is opened has been proved again. */
export interface StagedFile {
  /** How many bytes have arrived. */
  readonly size: number;
  /** Takes what came next; what it proves to be wrong is dropped, and so is everything of this call. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<WrongBytes | null>;
  /** Throws everything away, to begin again. */
  restart(): Promise<void>;
  /** Puts a file of the pinned length into place if it is right; a wrong one is deleted. */
  finish(): Promise<WrongBytes | null>;
  /** Keeps what has arrived, for another time. */
  pause(): Promise<void>;
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** Where the bytes of a file lie on their way in, and where they go. */
export interface StagingPaths {
  part: StorePath;
  notes: StorePath;
  whole: StorePath;
}

/** Throws away a file on its way in. */
export async function discardStaged(file: StagedFile, store: PackStore, { part, notes }: StagingPaths): Promise<void> {
  await file.close();
  await store.remove(part);
  await store.remove(notes);
}

/** Closes a part that is whole and moves it to where packs look for it. */
export async function putIntoPlace(store: PackStore, part: PartFile, paths: StagingPaths): Promise<void> {
  await part.flush();
  await part.close();
  await store.move(paths.part, paths.whole);
  await store.remove(paths.notes);
}
