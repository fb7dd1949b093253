/** Packs that were built beside the app (git-ignored, `npm run pack:birdnet`), which are better than its own at some role. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** Field packs by name: the better before the usual. */
const FIELD_PACKS = ['field-sound'];

/** @returns the folder of each that is there, by name */
export function packsBeside(): Record<string, string> {
  const folders = FIELD_PACKS.map((name) => [name, join(ROOT, 'packs', name)] as const);
  return Object.fromEntries(folders.filter(([, folder]) => existsSync(join(folder, 'manifest.json'))));
}
