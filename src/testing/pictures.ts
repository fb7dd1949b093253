import { crc32, deflateSync } from 'node:zlib';

/** Small pictures made in code, so that every odd file that the app must cope with can be read here. */

type Rgb = [number, number, number];
type Paint = (x: number, y: number) => Rgb;

interface PngOptions {
  /** 8 or 16 bits a channel. */
  bits?: 8 | 16;
  kind?: 'rgb' | 'rgba' | 'grey';
  alpha?: (x: number, y: number) => number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_COLOUR_TYPE = { grey: 0, rgb: 2, rgba: 6 } as const;

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([u32(content.length), body, u32(crc32(body))]);
}

function pngHeader(width: number, height: number, bits: number, colourType: number): Buffer {
  return pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([bits, colourType, 0, 0, 0])]));
}

export function png(width: number, height: number, paint: Paint, options: PngOptions = {}): Buffer {
  const { bits = 8, kind = 'rgb', alpha = () => 255 } = options;
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = paint(x, y);
      const channels = kind === 'grey' ? [red] : kind === 'rgb' ? [red, green, blue] : [red, green, blue, alpha(x, y)];
      for (const value of channels) rows.push(...(bits === 16 ? [value, value] : [value]));
    }
  }
  const header = pngHeader(width, height, bits, PNG_COLOUR_TYPE[kind]);
  const body = pngChunk('IDAT', deflateSync(Buffer.from(rows)));
  return Buffer.concat([PNG_SIGNATURE, header, body, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A file of a few bytes that claims to be enormous. */
export function bombPng(width: number, height: number): Buffer {
  const body = pngChunk('IDAT', deflateSync(Buffer.alloc(4096)));
  const parts = [PNG_SIGNATURE, pngHeader(width, height, 8, PNG_COLOUR_TYPE.rgb), body];
  return Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A GIF of whole-colour frames. */
export function gif(width: number, height: number, frames: Rgb[]): Buffer {
  const size = Buffer.concat([u16le(width), u16le(height)]);
  const palette = Buffer.alloc(128 * 3);
  frames.forEach((colour, i) => palette.set(colour, i * 3));
  const parts = [Buffer.from('GIF89a'), size, Buffer.from([0b1111_0110, 0, 0]), palette];
  frames.forEach((_, i) => {
    // A tenth of a second each; then the frame, uncompressed: a clear code before the codes would grow past a byte.
    parts.push(
      Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0]),
      size,
      Buffer.from([0, 7]),
    );
    for (let left = width * height; left > 0; left -= 100) {
      const count = Math.min(left, 100);
      parts.push(Buffer.from([count + 1, 128]), Buffer.alloc(count, i));
    }
    parts.push(Buffer.from([1, 129, 0]));
  });
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u16le(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** An animated WebP around frames that are still WebP files, each of the given size. */
export function animatedWebp(width: number, height: number, frames: Buffer[]): Buffer {
  const u24le = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
  const u32le = (value: number): Buffer => u32(value).reverse();
  const chunk = (type: string, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(type), u32le(content.length), content, Buffer.alloc(content.length % 2)]);
  const size = Buffer.concat([u24le(width - 1), u24le(height - 1)]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([0b10, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map((frame) =>
      chunk('ANMF', Buffer.concat([Buffer.alloc(6), size, u24le(100), Buffer.alloc(1), pictureOf(frame)])),
    ),
  ]);
  return chunk('RIFF', body);
}

/** The chunk of a still WebP file that holds its pixels. */
function pictureOf(file: Buffer): Buffer {
  for (let at = 12; at < file.length;) {
    const padded = 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2);
    if (/^VP8[ L]$/.test(file.toString('latin1', at, at + 4))) return file.subarray(at, at + padded);
    at += padded;
  }
  throw new Error('not a still WebP file');
}
