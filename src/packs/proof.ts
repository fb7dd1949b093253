import { CHUNK_BYTES, chunkPins, type PackFile } from './pack-file';
import { sha256Of } from './sha256';
import type { WholeFile } from './store/store';

/** Bytes that are not those that the manifest pins: which, and what they are. */
export interface WrongBytes {
  from: number;
  to: number;
  expected: string;
  sha256: string;
  /** Nothing but zeros came. */
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

/** The first wrong bytes of a whole file: chunk by chunk where those are pinned, which is quicker, else all at once. */
export async function firstWrong(bytes: Uint8Array<ArrayBuffer>, file: PackFile): Promise<WrongBytes | null> {
  for (const [index, pin] of (chunkPins(file) ?? []).entries()) {
    const from = index * CHUNK_BYTES;
    const wrong = await wrongBytes(bytes.subarray(from, from + CHUNK_BYTES), pin, from);
    if (wrong) return wrong;
  }
  return chunkPins(file) ? null : wrongBytes(bytes, file.sha256);
}

/** Where the chunks of a file go, one after the other. */
export interface Room {
  put(chunk: Uint8Array, from: number): void;
}

/** Reads a file of the pinned length a chunk at a time and puts each that is proved into the room. Gives the first wrong one. */
export async function eachProved(
  stored: Pick<WholeFile, 'read'>,
  { bytes }: PackFile,
  pins: readonly string[],
  room: Room,
): Promise<WrongBytes | null> {
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, bytes));
  for (const [index, pin] of pins.entries()) {
    const from = index * CHUNK_BYTES;
    const chunk = buffer.subarray(0, bytes - from);
    await stored.read(chunk, from);
    const wrong = await wrongBytes(chunk, pin, from);
    if (wrong) return wrong;
    room.put(chunk, from);
  }
  return null;
}

/** The file by its path, or the piece of it that is wrong. */
export function wrongPart({ path, bytes }: Pick<PackFile, 'path' | 'bytes'>, { from, to }: WrongBytes): string {
  return from === 0 && to === bytes ? path : `The piece of ${path} from byte ${from} to ${to}`;
}
