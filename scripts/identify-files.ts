/** From what a person names, files and folders, to the photos and recordings in them. */
import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { SOUND_ENDINGS } from '../src/media/sound/is-sound.ts';

/**
 * What is looked at in a folder. A file that is named by itself is tried whatever its name is; what it is, its bytes say, as on the screen.
 * Photos that Chromium cannot open are among them, so that they are not left out without a word.
 */
const MEDIA = new Set([
  ...['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'tif', 'tiff', 'heic', 'heif'],
  ...SOUND_ENDINGS,
]);

const isMedia = (name: string): boolean => MEDIA.has(extname(name).slice(1).toLowerCase());

export interface FoundFiles {
  /** As the person named them, or below the folder as named. */
  files: string[];
  missing: string[];
  /** Whether a folder was among them: its files are observations of their own. */
  folders: boolean;
}

/** Folders are read to the bottom, by name, so that two runs take the same order. Hidden files and links are left out. */
function filesBelow(name: string, path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = join(name, entry.name);
      if (entry.isDirectory()) return filesBelow(below, join(path, entry.name));
      return entry.isFile() && isMedia(entry.name) ? [below] : [];
    });
}

/** @param path where a name lies on the disk */
export function findFiles(names: readonly string[], path: (name: string) => string): FoundFiles {
  const found: FoundFiles = { files: [], missing: [], folders: false };
  for (const name of names) {
    const info = statSync(path(name), { throwIfNoEntry: false });
    if (info?.isDirectory()) {
      found.folders = true;
      found.files.push(...filesBelow(name, path(name)));
    } else if (info?.isFile()) found.files.push(name);
    else found.missing.push(name);
  }
  return found;
}
