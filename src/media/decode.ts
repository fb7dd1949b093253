import { imageSize } from 'image-size';
import type { Size } from '../domain/box';
import { photoProblem, type PhotoProblem } from './problems';

/** What is decoded as it is. Above, a JPEG is decoded at reduced size; above `REFUSED` nothing is. */
const WHOLE_PIXELS = 50e6;
const REFUSED_PIXELS = 250e6;
/** A photo is kept at no more than this: 24 megapixels are 96 MB of RGBA, and no bird needs more. */
const KEPT_PIXELS = 24e6;
/** The header with its size lies within this many bytes, large embedded previews included. */
const HEADER_BYTES = 512 * 1024;

type Decoded = { ok: true; bitmap: ImageBitmap } | { ok: false; problem: PhotoProblem };

/** Decodes a photo upright, with its size known before a single pixel is unpacked. */
export async function decodePhoto(blob: Blob): Promise<Decoded> {
  if (blob.size === 0) return refuse('empty_file');
  const header = new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer());
  const size = sizeFrom(header);
  const pixels = size ? size.width * size.height : 0;
  if (pixels > REFUSED_PIXELS) return refuse('too_large');
  if (isJpeg(header) && (await isCutOff(blob))) return refuse('damaged_image');
  try {
    const bitmap = pixels > WHOLE_PIXELS ? await decodeReduced(blob, size!) : await decodeWhole(blob, size);
    return bitmap ? { ok: true, bitmap } : refuse('too_large');
  } catch (error) {
    if (error instanceof RangeError) return refuse('out_of_memory');
    if (isHeic(header)) return refuse('heic');
    return refuse(size ? 'damaged_image' : 'not_an_image');
  }
}

function refuse(code: PhotoProblem['code']): Decoded {
  return { ok: false, problem: photoProblem(code) };
}

async function decodeWhole(blob: Blob, size: Size | null): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const scale = Math.sqrt(KEPT_PIXELS / (whole.width * whole.height));
  if (!size || scale >= 1) return whole;
  const reduced = await shrink(whole, scale);
  whole.close();
  return reduced;
}

/** Lets the JPEG decoder skip detail while decoding, so that the full picture never exists in memory. */
async function decodeReduced(blob: Blob, size: Size): Promise<ImageBitmap | null> {
  if (typeof ImageDecoder === 'undefined' || !(await ImageDecoder.isTypeSupported('image/jpeg'))) return null;
  const scale = Math.sqrt(KEPT_PIXELS / (size.width * size.height));
  const decoder = new ImageDecoder({
    data: blob.stream(),
    type: 'image/jpeg',
    desiredWidth: Math.round(size.width * scale),
    desiredHeight: Math.round(size.height * scale),
  });
  try {
    const { image } = await decoder.decode();
    const whole = await createImageBitmap(image);
    image.close();
    const excess = Math.sqrt(KEPT_PIXELS / (whole.width * whole.height));
    if (excess >= 1) return whole;
    const reduced = await shrink(whole, excess);
    whole.close();
    return reduced;
  } finally {
    decoder.close();
  }
}

function shrink(bitmap: ImageBitmap, scale: number): Promise<ImageBitmap> {
  return createImageBitmap(bitmap, {
    resizeWidth: Math.round(bitmap.width * scale),
    resizeHeight: Math.round(bitmap.height * scale),
    resizeQuality: 'high',
  });
}

function sizeFrom(header: Uint8Array): Size | null {
  try {
    const { width, height } = imageSize(header);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

function isJpeg(header: Uint8Array): boolean {
  return header[0] === 0xff && header[1] === 0xd8;
}

/** An ISO media file whose brand is one of the HEIF family with HEVC inside. */
function isHeic(header: Uint8Array): boolean {
  const brand = new TextDecoder('latin1').decode(header.subarray(4, 12));
  return /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(brand);
}

/**
 * A whole JPEG holds an end marker after its last scan begins; browsers paint a cut one half grey and say nothing.
 * Cameras append previews after the end, so the marker is searched for, not expected last.
 */
async function isCutOff(blob: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return lastMarker(bytes, 0xd9) < lastMarker(bytes, 0xda);
}

function lastMarker(bytes: Uint8Array, marker: number): number {
  for (let i = bytes.length - 2; i >= 0; i--) if (bytes[i] === 0xff && bytes[i + 1] === marker) return i;
  return -1;
}
