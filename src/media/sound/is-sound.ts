/** Endings of recordings, and of the films that hold one; some systems give such files no type. */
export const SOUND_ENDINGS: readonly string[] = [
  ...['wav', 'wave', 'mp3', 'mpga', 'flac', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'aif', 'aiff', 'aifc', 'caf'],
  ...['weba', 'wma', 'mka', 'mp4', 'mov', 'webm', 'mkv', 'avi', '3gp'],
];

/** For the file picker. */
export const SOUND_FILES = ['audio/*', ...SOUND_ENDINGS.map((ending) => `.${ending}`)].join(',');

/**
 * Whether a file is to be opened as a recording: the one test, on the screen and on the command line. By its first bytes,
 * because a name may lie; by its name or type where they tell nothing, so that a damaged recording is called a damaged
 * recording and not a damaged photo.
 */
export async function isSound(file: Blob & { name?: string }): Promise<boolean> {
  const head = await firstBytes(file);
  const text = String.fromCharCode(...head);
  if (text.startsWith('RIFF') || text.startsWith('RF64')) return text.slice(8, 12) !== 'WEBP';
  if (text.startsWith('ID3') || text.startsWith('fLaC') || text.startsWith('OggS')) return true;
  // MPEG audio frames begin with eleven ones; a JPEG's second byte is 0xd8.
  if (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && head[1] !== 0xd8) return true;
  // ISO media: photos (AVIF, HEIC) say so in their brand.
  if (text.slice(4, 8) === 'ftyp') return !/^(avif|avis|heic|heix|hevc|mif1|msf1)$/.test(text.slice(8, 12));
  if (head[0] === 0x1a && head[1] === 0x45) return true;
  if (isPicture(head, text)) return false;
  if (/^(audio|video)\//.test(file.type) || file.type === 'application/ogg') return true;
  if (file.type.startsWith('image/')) return false;
  const name = file.name ?? '';
  return SOUND_ENDINGS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** JPEG, PNG, GIF and BMP, whatever they are called. */
function isPicture(head: Uint8Array, text: string): boolean {
  return (head[0] === 0xff && head[1] === 0xd8) || text.startsWith('\x89PNG') || /^(GIF8|BM)/.test(text);
}

/** Empty for a file that is gone: opening it gives the error. */
async function firstBytes(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 12).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}
