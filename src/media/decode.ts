import { imageSize } from 'image-size';
import type { Size } from '../domain/box';
import { isJpeg, readJpeg } from './jpeg';
import { photoProblem, type PhotoProblem } from './problems';

/** What is decoded as it is. Above, a JPEG is decoded at reduced size; above `REFUSED` nothing is. */
const WHOLE_PIXELS = 50e6;
const REFUSED_PIXELS = 250e6;
/** A photo is kept at no more than this: 24 megapixels are 96 MB of RGBA, and no bird needs more. */
const KEPT_PIXELS = 24e6;
/** The header with its size lies within this many bytes, large embedded previews included. */
const HEADER_BYTES = 512 * 1024;

type Decoded = { ok: true; bitmap: ImageBitmap } | { ok: false; problem: PhotoProblem };

/** What browsers read; `image-size` knows more, such as the raw files of cameras. */
const READABLE: ReadonlySet<string | undefined> = new Set(['jpg', 'png', 'webp', 'avif', 'gif', 'bmp', 'ico', 'cur']);

/** Decodes a photo upright, with its size known before a single pixel is unpacked. */
export async function decodePhoto(blob: Blob): Promise<Decoded> {
  if (blob.size === 0) return refuse('empty_file');
  const header = new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer());
  const jpeg = isJpeg(header) ? readJpeg(new Uint8Array(await blob.arrayBuffer())) : null;
  const size = jpeg ? jpeg.size : sizeFrom(header);
  const pixels = size ? size.width * size.height : 0;
  if (pixels > REFUSED_PIXELS || (pixels > WHOLE_PIXELS && !jpeg)) return refuse('too_large');
  if (jpeg && !jpeg.whole) return refuse('damaged_image');
  try {
    const bitmap = size && pixels > WHOLE_PIXELS ? await decodeReduced(blob, size) : await decodeWhole(blob);
    return bitmap ? { ok: true, bitmap } : refuse('too_large');
  } catch (error) {
    if (error instanceof RangeError) return refuse('out_of_memory');
    if (isHeic(header)) return refuse('heic');
    return refuse(size || jpeg ? 'damaged_image' : 'not_an_image');
  }
}

function refuse(code: PhotoProblem['code']): Decoded {
  return { ok: false, problem: photoProblem(code) };
}

async function decodeWhole(blob: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const scale = Math.sqrt(KEPT_PIXELS / (whole.width * whole.height));
  if (scale >= 1) return whole;
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
    const { width, height, type } = imageSize(header);
    return READABLE.has(type) && width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/** An ISO media file whose brand is one of the HEIF family with HEVC inside. */
function isHeic(header: Uint8Array): boolean {
  const brand = new TextDecoder('latin1').decode(header.subarray(4, 12));
  return /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(brand);
}
