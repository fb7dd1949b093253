/** What a manifest pins about a file: the one place where scripts write it. */
import { createHash } from 'node:crypto';

/** As src/packs/pack-file.ts has it, whose schema refuses a manifest with another. */
export const CHUNK_BYTES = 512 * 1024;

/** @typedef {{ path: string, bytes: number, sha256: string, chunks?: string[], addresses?: string[] }} PackFile */

/** @param {Buffer} content */
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/**
 * With the sha256 of every chunk, where there is more than one.
 * @param {string} path
 * @param {Buffer} content
 * @param {string[]} [addresses]
 * @returns {PackFile}
 */
export function describeFile(path, content, addresses) {
  const count = Math.ceil(content.length / CHUNK_BYTES);
  const chunks = Array.from({ length: count }, (_, i) =>
    sha256(content.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES)),
  );
  return {
    path,
    bytes: content.length,
    sha256: sha256(content),
    ...(count > 1 ? { chunks } : {}),
    ...(addresses ? { addresses } : {}),
  };
}
