import { CHUNK_BYTES, chunkPins, type PackFile } from './pack-file';
import { sha256Of } from './sha256';

/** Bytes that differ from those that the manifest pins: which ones, and their hash. */
export interface WrongBytes {
  from: number;
  to: number;
  expected: string;
  sha256: string;
  /** Only zeros arrived. */
  zeros: boolean;
}

/** Compares bytes of a file, from this position on, with the sha256 that is pinned for them. */
export async function wrongBytes(
  bytes: Uint8Array<ArrayBuffer>,
  expected: string,
  from = 0,
): Promise<WrongBytes | null> {
  const sha256 = await sha256Of(bytes);
  if (sha256 === expected) return null;
  return { from, to: from + bytes.length, expected, sha256, zeros: bytes.every((byte) => byte === 0) };
}

/** The first wrong bytes of a whole file. */
export async function firstWrong(bytes: Uint8Array<ArrayBuffer>, file: PackFile): Promise<WrongBytes | null> {
  for (const [index, pin] of chunkPins(file).entries()) {
    const from = index * CHUNK_BYTES;
    const wrong = await wrongBytes(bytes.subarray(from, from + CHUNK_BYTES), pin, from);
    if (wrong) return wrong;
  }
  return null;
}

/** Whether a stored file is the pinned one. `goOn` gets the progress and may stop the check; the answer is then no. */
export async function isRight(blob: Blob | null, file: PackFile, goOn: (done: number) => boolean): Promise<boolean> {
  if (blob?.size !== file.bytes) return false;
  for (const [index, pin] of chunkPins(file).entries()) {
    const from = index * CHUNK_BYTES;
    const chunk = new Uint8Array(await blob.slice(from, from + CHUNK_BYTES).arrayBuffer());
    if ((await wrongBytes(chunk, pin)) || !goOn(from + chunk.length)) return false;
  }
  return true;
}

/** The file by its path, or the piece of it that is wrong. */
export function wrongPart({ path, bytes }: Pick<PackFile, 'path' | 'bytes'>, { from, to }: WrongBytes): string {
  return from === 0 && to === bytes ? path : `The piece of ${path} from byte ${from} to ${to}`;
}
