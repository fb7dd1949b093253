import * as v from 'valibot';
import { wholeKey } from '../packs/fetch-own-file';
import { packFileKey } from '../packs/kept';
import { sha256Of } from '../packs/sha256';

/** The part of a pack's manifest that says which bytes belong to it; the app checks the rest. */
const PackListSchema = v.object({
  files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })),
  models: v.optional(v.array(v.object({ file: v.string() })), []),
});
export type PackList = v.InferOutput<typeof PackListSchema>;
export type PackFile = PackList['files'][number];

const PACK_PATH = /^(packs\/[^/]+\/)(.+)$/;

/** Splits `/packs/starter/labels/image.txt` into the pack's folder and the file in it; `base`: the folder of the app. */
export function splitPackPath(path: string, base: string): { folder: string; file: string } | null {
  if (!path.startsWith(base)) return null;
  const [, folder, file] = PACK_PATH.exec(path.slice(base.length)) ?? [];
  return folder !== undefined && file !== undefined ? { folder: base + folder, file } : null;
}

export function parsePackList(text: string): PackList | null {
  try {
    return v.parse(PackListSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** The size is looked at first: it is free, and most damage is a file cut short. */
export async function isIntact(body: ArrayBuffer, { bytes, sha256 }: PackFile): Promise<boolean> {
  if (body.byteLength !== bytes) return false;
  return (await sha256Of(body)) === sha256;
}

/** Keys in the cache that belong to a pack whose manifest no longer names them, and parts of files that are whole by now. */
export function outdatedKeys(keys: readonly string[], folder: string, list: PackList): string[] {
  const current = new Set(list.files.map((file) => packFileKey(folder, file)));
  const here = new Set(keys);
  return keys.filter((key) => {
    if (!key.startsWith(folder) || !key.includes('?sha256=')) return false;
    const whole = wholeKey(key);
    return !current.has(whole) || (whole !== key && here.has(whole));
  });
}
