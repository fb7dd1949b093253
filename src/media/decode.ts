import type { Result } from '../domain/result';
import { imageSize } from 'image-size';
import type { Size } from '../domain/box';
import { readExif, type PhotoFacts } from './exif';
import { Colours } from './colours';
import { isJpeg, readJpeg } from './jpeg';
import { Picture } from './picture';
import { photoProblem, type PhotoProblem } from './problems';
import { profileOfJpeg } from './profile';
import type { Plane, Raster } from './resample';
import { isUnreadable } from './unreadable';

/** What is decoded as it is. Above, a JPEG is decoded at reduced size; above `REFUSED` nothing is. */
const WHOLE_PIXELS = 50e6;
const REFUSED_PIXELS = 250e6;
/** A photo is kept at no more than this: 24 megapixels are 96 MB of RGBA, and no bird needs more. */
const KEPT_PIXELS = 24e6;
/** The header with its size lies within this many bytes, large embedded previews included. */
const HEADER_BYTES = 512 * 1024;

type Decoded = Result<{ picture: Picture; facts: PhotoFacts }, PhotoProblem>;

/** What browsers read; `image-size` knows more, such as the raw files of cameras. */
const READABLE: ReadonlySet<string | undefined> = new Set(['jpg', 'png', 'webp', 'avif', 'gif', 'bmp', 'ico', 'cur']);

/** Decodes a photo, with its size known before a single pixel is unpacked, and reads what the camera wrote into it. */
export async function decodePhoto(blob: Blob): Promise<Decoded> {
  try {
    const header = await read(blob.size > HEADER_BYTES ? blob.slice(0, HEADER_BYTES) : blob);
    if (header.length === 0) return refuse('empty_file');
    return await (isJpeg(header) ? decodeJpeg(blob, header) : decodeOther(blob, header));
  } catch (error) {
    if (isUnreadable(error)) return refuse('unreadable_file');
    throw error;
  }
}

/** Only workers have this API, and this file is type-checked as part of the page too. */
interface SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A worker may read a file synchronously, which is quicker than waiting for a callback. */
async function read(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const { FileReaderSync: Reader } = globalThis as { FileReaderSync?: new () => SyncReader };
  return new Uint8Array(Reader ? new Reader().readAsArrayBuffer(blob) : await blob.arrayBuffer());
}

async function decodeJpeg(blob: Blob, header: Uint8Array<ArrayBuffer>): Promise<Decoded> {
  const bytes = header.length === blob.size ? header : await read(blob);
  const { size, whole } = readJpeg(bytes);
  const pixels = size ? size.width * size.height : 0;
  if (pixels > REFUSED_PIXELS) return refuse('too_large');
  if (!whole) return refuse('damaged_image');
  try {
    if (size && (await canDecodeFrames())) {
      // The decoder has a thread of its own: EXIF is read meanwhile.
      const [raster, { orientation, ...facts }] = await Promise.all([decodeFrame(bytes, size), readExif(bytes)]);
      return { ok: true, value: { picture: new Picture(raster, orientation), facts } };
    }
    if (pixels > WHOLE_PIXELS) return refuse('too_large');
    const picture = await decodeByCanvas(blob);
    const { day, time, place } = await readExif(bytes);
    return { ok: true, value: { picture, facts: { day, time, place } } };
  } catch (error) {
    return refuse(error instanceof RangeError ? 'out_of_memory' : 'damaged_image');
  }
}

async function decodeOther(blob: Blob, header: Uint8Array): Promise<Decoded> {
  const size = sizeFrom(header);
  if (size && size.width * size.height > WHOLE_PIXELS) return refuse('too_large');
  try {
    const picture = await decodeByCanvas(blob);
    // Only now: exifr never returns from some broken HEIC and AVIF files.
    const { day, time, place } = await readExif(blob);
    return { ok: true, value: { picture, facts: { day, time, place } } };
  } catch (error) {
    if (error instanceof RangeError) return refuse('out_of_memory');
    if (isHeic(header)) return refuse('heic');
    return refuse(size ? 'damaged_image' : 'not_an_image');
  }
}

function refuse(code: PhotoProblem['code']): Decoded {
  return { ok: false, problem: photoProblem(code) };
}

let framesWork: Promise<boolean> | null = null;

function canDecodeFrames(): Promise<boolean> {
  framesWork ??=
    typeof ImageDecoder === 'undefined' ? Promise.resolve(false) : ImageDecoder.isTypeSupported('image/jpeg');
  return framesWork;
}

/**
 * The planes of a JPEG as they come out of its decoder: half the time and three eighths of the memory of RGBA. A large
 * one is decoded in eighths of its size, so that the full picture never exists in memory.
 */
async function decodeFrame(bytes: Uint8Array<ArrayBuffer>, { width, height }: Size): Promise<Raster> {
  const eighths = Math.min(8, Math.max(1, Math.floor(8 * Math.sqrt(KEPT_PIXELS / (width * height)))));
  const decoder = new ImageDecoder({
    data: bytes,
    type: 'image/jpeg',
    ...(eighths < 8 && {
      desiredWidth: Math.ceil((width * eighths) / 8),
      desiredHeight: Math.ceil((height * eighths) / 8),
    }),
  });
  let frame: VideoFrame | null = null;
  try {
    ({ image: frame } = await decoder.decode());
    // Free the decoder's copy first: for a large photo it is as large as the photo.
    decoder.close();
    return await rasterOf(frame, bytes);
  } finally {
    frame?.close();
    decoder.close();
  }
}

/**
 * Plain sRGB stays as it is, and so do wider spaces whose profile is a plain one (phones, Adobe RGB); other colours
 * (print, grey) are converted by the browser.
 */
async function rasterOf(frame: VideoFrame, bytes: Uint8Array): Promise<Raster> {
  const { format, colorSpace, visibleRect } = frame;
  const { width, height } = visibleRect!;
  const isPlain = colorSpace.primaries === 'bt709' && colorSpace.transfer === 'iec61966-2-1';
  const isJpegs = colorSpace.matrix === 'smpte170m' && colorSpace.fullRange === true;
  const profile = isPlain || !isJpegs ? null : profileOfJpeg(bytes);
  if (isJpegs && (isPlain || profile) && (format === 'I420' || format === 'I422' || format === 'I444')) {
    const data = new Uint8Array(frame.allocationSize());
    const planes = (await frame.copyTo(data)).map(({ offset, stride }, index): Plane => {
      const across = index > 0 && format !== 'I444' ? 2 : 1;
      const down = index > 0 && format === 'I420' ? 2 : 1;
      const size = { width: Math.ceil(width / across), height: Math.ceil(height / down) };
      return { data: data.subarray(offset), stride, ...size };
    });
    return { kind: 'yuv', planes: planes as [Plane, Plane, Plane], colours: profile && new Colours(profile) };
  }
  // Converting a large photo would take as much memory again.
  const asItIs = isPlain && (format === 'BGRX' || format === 'BGRA');
  const options = asItIs ? {} : ({ format: 'RGBA', colorSpace: 'srgb' } as const);
  const data = new Uint8Array(frame.allocationSize(options));
  const [layout] = await frame.copyTo(data, options);
  return { kind: asItIs ? 'bgra' : 'rgba', planes: [{ data, width, height, stride: layout!.stride }] };
}

/** The way that every browser and every format knows. */
async function decodeByCanvas(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const scale = Math.min(1, Math.sqrt(KEPT_PIXELS / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new RangeError('no memory for a canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return Picture.fromRgba(context.getImageData(0, 0, width, height).data, width, height);
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
