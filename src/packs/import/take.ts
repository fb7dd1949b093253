import { installProblem, refuse, storageProblem, type InstallProblem, type InstallResult } from '../download/errors';
import { StagedFile } from '../download/staged-file';
import { contentName, type PackFile } from '../pack-file';
import { wrongPart, type WrongBytes } from '../proof';
import { wholeFile, type PackStore } from '../store/store';
import { MANIFEST_LIMIT } from '../trust/judge';
import { UnreadableSource, type FileSource, type SourceEntry } from './source';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

/** The manifest as it was found, its signature if there is one, and the folder in the source that they lie in. */
export interface FoundManifest {
  manifest: Uint8Array<ArrayBuffer>;
  signature: string | null;
  folder: string;
}

/** Finds the manifest that is nested least deeply. */
export async function findManifest(source: FileSource): Promise<InstallResult<FoundManifest>> {
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  try {
    for await (const entry of source.entries()) {
      const name = entry.path.split('/').at(-1);
      if (name !== MANIFEST && name !== SIGNATURE) continue;
      const bytes = await readSmall(entry);
      if (bytes) found.set(entry.path, bytes);
    }
  } catch (error) {
    return { ok: false, problem: unreadable(error) };
  }
  const manifests = [...found.keys()].filter((path) => path.split('/').at(-1) === MANIFEST);
  const [path] = manifests.sort((a, b) => a.split('/').length - b.split('/').length);
  if (path === undefined) {
    return refuse(
      'not_a_pack',
      'There is no manifest.json in it, so it is not a pack. Choose the folder that holds one.',
    );
  }
  const folder = path.slice(0, -MANIFEST.length);
  const signature = found.get(folder + SIGNATURE);
  const text = signature === undefined ? null : new TextDecoder().decode(signature);
  return { ok: true, value: { manifest: found.get(path)!, signature: text, folder } };
}

export interface TakeOptions {
  signal: AbortSignal;
  onBytes: (file: PackFile, arrived: number) => void;
}

/** Copies the pinned files of a pack from the source into the store, each verified as if it came from the network. */
export async function takeFiles(
  store: PackStore,
  source: FileSource,
  folder: string,
  wanted: readonly PackFile[],
  options: TakeOptions,
): Promise<InstallResult<void>> {
  const missing = new Map(wanted.map((file) => [folder + file.path, file]));
  try {
    for await (const entry of source.entries()) {
      const file = missing.get(entry.path);
      if (!file) continue;
      const problem = await takeOne(store, entry, file, options);
      if (problem) return { ok: false, problem };
      missing.delete(entry.path);
      if (missing.size === 0) break;
    }
  } catch (error) {
    return { ok: false, problem: unreadable(error) };
  }
  for (const file of missing.values()) {
    // Two paths may have the same content: the first has stored it.
    if ((await store.read(wholeFile(await contentName(file)))) === null) {
      return refuse('file_missing', `${file.path}, which the manifest lists, is missing.`, file.path);
    }
  }
  return { ok: true, value: undefined };
}

async function takeOne(
  store: PackStore,
  entry: SourceEntry,
  file: PackFile,
  { signal, onBytes }: TakeOptions,
): Promise<InstallProblem | null> {
  const staged = await StagedFile.open(store, file);
  try {
    await staged.restart();
    for await (const piece of entry.pieces()) {
      if (signal.aborted) {
        await staged.discard();
        return installProblem('cancelled', 'Stopped. Nothing of this pack was kept.', file.path);
      }
      if (staged.size + piece.length > file.bytes) {
        await staged.discard();
        const message = `${file.path} is longer than the ${file.bytes} bytes it should have. It was not added.`;
        return installProblem('too_long', message, file.path);
      }
      const wrong = await staged.append(piece);
      if (wrong) {
        await staged.discard();
        return notTaken(file, wrong);
      }
      onBytes(file, staged.size);
    }
    if (staged.size < file.bytes) {
      const message = `${file.path} is not the right data and was not added: expected ${file.bytes} bytes, got ${staged.size}.`;
      await staged.discard();
      return installProblem('damaged', message, file.path);
    }
    await staged.finish();
    return null;
  } catch (error) {
    await staged.close().catch(() => undefined);
    throw error;
  }
}

function notTaken(file: PackFile, wrong: WrongBytes): InstallProblem {
  const { from, to, expected, sha256, zeros } = wrong;
  const got = zeros ? `${to - from} zeros` : sha256;
  const message = `${wrongPart(file, wrong)} is not the right data and was not added: expected sha256 ${expected}, got ${got}.`;
  return installProblem(zeros ? 'zero_filled' : 'damaged', message, file.path);
}

async function readSmall(entry: SourceEntry): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of entry.pieces()) {
    size += piece.length;
    if (size > MANIFEST_LIMIT) return null;
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function unreadable(error: unknown): InstallProblem {
  if (error instanceof UnreadableSource) return installProblem('not_a_pack', error.message);
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    return installProblem(
      'not_a_pack',
      'The file could not be read. It may have been moved or changed; choose it again.',
    );
  }
  return storageProblem(error);
}
