const SOUND_NAMES = /\.(wav|wave|mp3|flac|ogg|oga|opus|m4a|aac|mp4|mov|webm|mkv|avi|aif|aiff|caf|wma|3gp)$/i;

/**
 * Whether a file is to be opened as a recording. By its first bytes, because a name may lie; by its name or type where
 * they tell nothing, so that a damaged recording is called a damaged recording and not a damaged photo.
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
  return file.type.startsWith('audio/') || file.type.startsWith('video/') || SOUND_NAMES.test(file.name ?? '');
}

/** None of a file that is gone: whoever opens it says so. */
async function firstBytes(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 12).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}
