import { u16, u32 } from './pictures.ts';

/**
 * A baseline JPEG writer for pictures of even 8 x 8 blocks: enough to make photos of any size, colour model and EXIF
 * block in code. Each block is its mean and nothing else.
 */
export interface JpegOptions {
  width: number;
  height: number;
  /** One value each for grey, Y Cb Cr, or (inverted, as Adobe writes them) C M Y K. */
  block: (x: number, y: number) => number[];
  exif?: Buffer;
}

/** Quantised by this, the mean of a block is its value itself. */
const STEP = 8;
/** Nine lengths of difference, each with a code of four bits; then one code of one bit that ends a block. */
const CODE_BITS = 4;

export function jpeg({ width, height, block, exif }: JpegOptions): Buffer {
  const components = block(0, 0).length;
  const ids = Array.from({ length: components }, (_, i) => i + 1);
  const frame = Buffer.concat([
    Buffer.from([8]),
    u16(height),
    u16(width),
    Buffer.from([components, ...ids.flatMap((id) => [id, 0x11, 0])]),
  ]);
  const scan = Buffer.from([components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]);
  const lengths = (code: number, count: number): number[] =>
    Array.from({ length: 16 }, (_, i) => (i + 1 === code ? count : 0));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    exif ? segment(0xe1, exif) : Buffer.alloc(0),
    components === 4 ? segment(0xee, Buffer.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0])) : Buffer.alloc(0),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(STEP)])),
    segment(0xc0, frame),
    segment(0xc4, Buffer.from([0x00, ...lengths(CODE_BITS, 9), 0, 1, 2, 3, 4, 5, 6, 7, 8])),
    segment(0xc4, Buffer.from([0x10, ...lengths(1, 1), 0])),
    segment(0xda, scan),
    entropy(Math.ceil(width / 8), Math.ceil(height / 8), block),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2), content]);
}

function entropy(across: number, down: number, block: JpegOptions['block']): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  const put = (value: number, count: number): void => {
    bits = (bits << count) | value;
    held += count;
    while (held >= 8) {
      held -= 8;
      const byte = (bits >> held) & 0xff;
      bytes.push(byte);
      if (byte === 0xff) bytes.push(0);
    }
    bits &= (1 << held) - 1;
  };
  const last: number[] = [];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      block(x, y).forEach((value, component) => {
        const difference = value - 128 - (last[component] ?? 0);
        last[component] = value - 128;
        const size = 32 - Math.clz32(Math.abs(difference));
        put(size, CODE_BITS);
        put(difference < 0 ? difference + (1 << size) - 1 : difference, size);
        put(0, 1);
      });
    }
  }
  put(0x7f, 7);
  return Buffer.from(bytes);
}

/** Y Cb Cr of a colour, as JPEG stores it. */
export function ycc([red, green, blue]: [number, number, number]): number[] {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [luma, 128 + 0.564 * (blue - luma), 128 + 0.713 * (red - luma)].map((value) =>
    Math.min(255, Math.max(0, Math.round(value))),
  );
}

interface ExifFacts {
  orientation?: number;
  /** `2024:05:17 06:12:00` */
  taken?: string;
  /** Whole degrees and minutes, with N or S and E or W. */
  place?: { latitude: [number, number, 'N' | 'S']; longitude: [number, number, 'E' | 'W'] };
}

type Entry = [tag: number, type: 2 | 3 | 4 | 5, count: number, value: Buffer];
const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;

/** An EXIF block: a directory that points to one for the camera and one for the place. */
export function exif({ orientation, taken, place }: ExifFacts): Buffer {
  const camera: Entry[] = taken ? [[0x9003, ASCII, taken.length + 1, Buffer.from(`${taken}\0`)]] : [];
  const gps: Entry[] = place
    ? [
        [1, ASCII, 2, Buffer.from(`${place.latitude[2]}\0`)],
        [2, RATIONAL, 3, degrees(place.latitude)],
        [3, ASCII, 2, Buffer.from(`${place.longitude[2]}\0`)],
        [4, RATIONAL, 3, degrees(place.longitude)],
      ]
    : [];
  const own: Entry[] = orientation === undefined ? [] : [[0x0112, SHORT, 1, u16(orientation)]];
  const [first, second] = [8, 200];
  const third = 300;
  const main: Entry[] = [...own, [0x8769, LONG, 1, u32(second)], [0x8825, LONG, 1, u32(third)]];
  const tiff = Buffer.alloc(500);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(first, 4);
  writeDirectory(tiff, first, main);
  writeDirectory(tiff, second, camera);
  writeDirectory(tiff, third, gps);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** The same JPEG as a camera that knew these facts would have written it. */
export function withExif(photo: Buffer, facts: ExifFacts): Buffer {
  return Buffer.concat([photo.subarray(0, 2), segment(0xe1, exif(facts)), photo.subarray(2)]);
}

function degrees([whole, minutes]: [number, number, string]): Buffer {
  return Buffer.concat([whole, 1, minutes, 1, 0, 1].map(u32));
}

function writeDirectory(tiff: Buffer, at: number, entries: Entry[]): void {
  let heap = at + 2 + entries.length * 12 + 4;
  tiff.writeUInt16BE(entries.length, at);
  entries.forEach(([tag, type, count, value], i) => {
    const entry = at + 2 + i * 12;
    tiff.writeUInt16BE(tag, entry);
    tiff.writeUInt16BE(type, entry + 2);
    tiff.writeUInt32BE(count, entry + 4);
    if (value.length <= 4) value.copy(tiff, entry + 8);
    else {
      tiff.writeUInt32BE(heap, entry + 8);
      heap += value.copy(tiff, heap);
    }
  });
}
