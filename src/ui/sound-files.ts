/** Endings of recordings; some systems give such files no type. */
const ENDINGS = [
  'wav',
  'wave',
  'mp3',
  'flac',
  'ogg',
  'oga',
  'opus',
  'm4a',
  'aac',
  'aif',
  'aiff',
  'weba',
  'mp4',
  'webm',
];

/** For the file picker. */
export const SOUND_FILES = ['audio/*', ...ENDINGS.map((ending) => `.${ending}`)].join(',');

/** Whether a file is to be listened to rather than looked at. What it really holds is found out when it is opened. */
export function isSound({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  if (/^(audio|video)\//.test(type) || type === 'application/ogg') return true;
  if (type.startsWith('image/')) return false;
  return ENDINGS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** The recordings among the files of a folder, in the order of their names; hidden files are not meant. */
export function soundsIn(files: readonly File[]): File[] {
  return files
    .filter((file) => isSound(file) && !file.name.startsWith('.'))
    .sort((a, b) => pathOf(a).localeCompare(pathOf(b), undefined, { numeric: true }));
}

/** The path below the folder that was chosen, or the name alone. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}
