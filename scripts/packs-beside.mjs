/** Packs that were built beside the app (git-ignored, `npm run pack:birdnet`), which are better than its own at some role. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** Field packs by name: the better before the usual. */
const FIELD_PACKS = ['field-sound'];

/** @returns {Record<string, string>} the folder of each that is there, by name */
export function packsBeside() {
  const folders = FIELD_PACKS.map((name) => /** @type {const} */ ([name, join(ROOT, 'packs', name)]));
  return Object.fromEntries(folders.filter(([, folder]) => existsSync(join(folder, 'manifest.json'))));
}
