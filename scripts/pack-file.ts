/** What a manifest pins about a file: the one place where scripts write it. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

import { fromHere, UserError } from './run.ts';

/** As src/packs/pack-file.ts has it, whose schema refuses a manifest with another. */
export const CHUNK_BYTES = 512 * 1024;

export interface PackFile {
  path: string;
  bytes: number;
  sha256: string;
  chunks?: string[];
  addresses?: string[];
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** With the sha256 of every chunk, where there is more than one. */
export function describeFile(path: string, content: Buffer, addresses?: string[]): PackFile {
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

/** The folder of a pack that a command was given, seen from where it was typed. */
export function packFolder(given: string | undefined, command: string) {
  if (given === undefined) throw new UserError(`Name the folder of a pack: npm run ${command} -- DIR`);
  const folder = fromHere(given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UserError(`${folder} is no folder.`);
  return folder;
}
