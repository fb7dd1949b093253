/**
 * Where the sound of an MPEG audio file really begins. Tags in front of it (ID3) state their own length, and some state a
 * wrong one: a parser that trusts it lands in the wrong place. Frames can be trusted: each says how long it is, and another
 * one follows.
 */

/** Pictures in tags take a megabyte or two. */
const SEARCHED_BYTES = 8_388_608;
/** Frames of one kind in a row: four bytes that look like a header are found in any noise, five in a row are not. */
const IN_A_ROW = 5;
const HEADER_BYTES = 4;

const RATES = [44_100, 48_000, 32_000];
/** Kilobits a second by the four bits that stand for them: MPEG 1, layers I to III, then MPEG 2, layer I, then II and III. */
const BITRATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** The file from its first real frame on, or null where there is none. */
export async function fromFirstFrame(file: Blob): Promise<Blob | null> {
  const bytes = new Uint8Array(await file.slice(0, SEARCHED_BYTES).arrayBuffer());
  const start = firstFrame(bytes, file.size <= SEARCHED_BYTES);
  return start === null ? null : file.slice(start, file.size, 'audio/mpeg');
}

/** `whole`: nothing follows these bytes, so that fewer frames in a row are enough if the last of them ends there. */
export function firstFrame(bytes: Uint8Array, whole: boolean): number | null {
  for (let start = 0; start + HEADER_BYTES <= bytes.length; start++) {
    if (bytes[start] !== 0xff) continue;
    if (isStart(bytes, start, whole)) return start;
  }
  return null;
}

function isStart(bytes: Uint8Array, start: number, whole: boolean): boolean {
  const kind = kindAt(bytes, start);
  let at = start;
  for (let count = 0; count < IN_A_ROW; count++) {
    if (whole && count > 1 && at === bytes.length) return true;
    const length = frameBytes(bytes, at);
    if (length === null || kindAt(bytes, at) !== kind) return false;
    at += length;
  }
  return true;
}

/** Version, layer and sample rate: the same in all frames of a file. */
function kindAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at + 1] ?? 0) & 0x1e) | (((bytes[at + 2] ?? 0) & 0x0c) << 4);
}

function frameBytes(bytes: Uint8Array, at: number): number | null {
  if (at + HEADER_BYTES > bytes.length || bytes[at] !== 0xff) return null;
  const second = bytes[at + 1]!;
  const third = bytes[at + 2]!;
  const [version, layer] = [(second >> 3) & 3, 4 - ((second >> 1) & 3)];
  const rate = RATES[(third >> 2) & 3];
  if ((second & 0xe0) !== 0xe0 || version === 1 || layer === 4 || rate === undefined) return null;
  const first = version === 3;
  const bitrate = BITRATES[first ? layer - 1 : layer === 1 ? 3 : 4]![third >> 4];
  // Zero means "free", which no encoder writes.
  if (bitrate === undefined || bitrate === 0) return null;
  const hertz = rate / (first ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * bitrate) / hertz) + padding) * 4;
  const samples = layer === 3 && !first ? 72_000 : 144_000;
  return Math.floor((samples * bitrate) / hertz) + padding;
}
