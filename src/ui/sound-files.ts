import { isSound } from '../media/sound/is-sound';

/** The recordings among the files of a folder, in the order of their names; hidden files are left out. */
export async function soundsIn(files: readonly File[]): Promise<File[]> {
  const shown = files.filter((file) => !file.name.startsWith('.'));
  const sound = await Promise.all(shown.map((file) => isSound(file)));
  return shown
    .filter((_, i) => sound[i])
    .sort((a, b) => pathOf(a).localeCompare(pathOf(b), undefined, { numeric: true }));
}

/** The path below the folder that was chosen, or the name alone. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}
