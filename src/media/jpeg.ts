import type { Size } from '../domain/box';

/** What a JPEG's own markers say. */
interface JpegFacts {
  /** As stored, before the camera's rotation; null where no frame header was found. */
  size: Size | null;
  /** Whether the picture reaches its end marker. Some browsers paint a cut one half grey and say nothing. */
  whole: boolean;
}

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START_OF_IMAGE;
}

/**
 * Walks from marker to marker, so that neither a preview inside the header nor a film that a phone appends after the end
 * is taken for the picture.
 */
export function readJpeg(bytes: Uint8Array): JpegFacts {
  let size: Size | null = null;
  let at = 2;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) return { size, whole: false };
    if (marker === END_OF_IMAGE) return { size, whole: true };
    if (!hasLength(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (isFrame(marker)) size = frameSize(bytes, at) ?? size;
    // A scan's data follows its header up to the next marker; in it, 0xff is always followed by one without a length.
    at += 2 + uint16(bytes, at + 2);
  }
}

/** Stuffed zeros, fill bytes and restart markers stand alone. */
function hasLength(marker: number): boolean {
  return marker !== 0x00 && marker !== 0xff && marker !== 0x01 && !(marker >= 0xd0 && marker <= START_OF_IMAGE);
}

/** SOF0 to SOF15 without the three that share their range: tables, an extension, and arithmetic conditioning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function frameSize(bytes: Uint8Array, at: number): Size | null {
  const height = uint16(bytes, at + 5);
  const width = uint16(bytes, at + 7);
  return width > 0 && height > 0 ? { width, height } : null;
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
