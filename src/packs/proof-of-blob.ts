import type { RunningHash } from './download/running-hash';
import { CHUNK_BYTES, chunkPins, type PackFile } from './pack-file';
import { wrongBytes } from './proof';

/**
 * Reads a file of any size through, a chunk at a time, and tells whether it is the pinned one. `goOn` is told how far it is
 * and may end it: then it tells that the file is not.
 */
export async function isRight(
  blob: Blob | null,
  file: PackFile,
  hash: RunningHash,
  goOn: (done: number) => boolean,
): Promise<boolean> {
  if (blob?.size !== file.bytes) return false;
  const pins = chunkPins(file);
  hash.reset();
  for (let at = 0; at < blob.size; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(await blob.slice(at, at + CHUNK_BYTES).arrayBuffer());
    if (pins && (await wrongBytes(chunk, pins[at / CHUNK_BYTES]!))) return false;
    if (!pins) hash.update(chunk);
    if (!goOn(at + chunk.length)) return false;
  }
  return pins !== null || (await hash.soFar()) === file.sha256;
}
