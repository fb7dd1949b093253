import type { Box, Size } from '../domain/box';
import type { Colours } from './colours';
import kernelBytes from './resample.wat';
import { resampleWeights, type Filter, type ResampleWeights } from './resample-weights';

/** Bytes of one value, or of four (RGBA), a pixel. */
export interface Plane extends Size {
  data: Uint8Array | Uint8ClampedArray;
  /** Bytes from one row to the next. */
  stride: number;
}

/** Pixels as a decoder left them: all in one plane, or luminance and the two planes of colour, often smaller, of a JPEG. */
export type Raster =
  | { kind: 'rgba' | 'bgra'; planes: readonly [Plane] }
  /** `colours`: how to make sRGB of what comes out of the planes; null where it is sRGB. */
  | { kind: 'yuv'; planes: readonly [Plane, Plane, Plane]; colours: Colours | null };

interface Kernel {
  mixRows: (weights: number, pairs: number, width: number, out: number) => void;
  alongRgba: (row: number, weights: number, pairs: number, count: number, out: number) => void;
  alongYuv: (
    y: number,
    u: number,
    v: number,
    yWeights: number,
    yBlocks: number,
    uvWeights: number,
    uvBlocks: number,
    fours: number,
    out: number,
  ) => void;
}

let kernel: Kernel | null = null;

const memory = new WebAssembly.Memory({ initial: 1 });
const PAGE = 65_536;

function theKernel(): Kernel {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(kernelBytes), { resample: { memory } })
    .exports as unknown as Kernel;
  return kernel;
}

/** The next place where a vector may lie. */
function aligned(at: number): number {
  return (at + 15) & ~15;
}

/**
 * A region of a picture at another size, as RGBA. One filter, a triangle, for almost everything that looks at pixels, because canvas
 * scales differently in every browser and the models were trained on it (some on a cubic); and several times faster, because only
 * the region is read and a JPEG's planes are turned into RGB at the size that is wanted.
 */
export function resample(
  raster: Raster,
  region: Box,
  width: number,
  height: number,
  filter: Filter = 'triangle',
): Uint8ClampedArray<ArrayBuffer> {
  const run = theKernel();
  const scratch = new Scratch();
  const [main] = raster.planes;
  const columns = raster.planes.map(
    (plane) => new Columns(plane, raster.kind, region, main, { width, height }, filter, scratch),
  );
  const out = scratch.reserve(width * height * 4 + 16);
  const buffer = scratch.claim();
  for (const column of columns) column.begin(buffer);

  const [first, second, third] = columns as [Columns, Columns, Columns];
  for (let row = 0; row < height; row++) {
    for (const column of columns) column.mix(row, run);
    const to = out + row * width * 4;
    if (raster.kind !== 'yuv') run.alongRgba(first.mixed, first.along, first.size, width, to);
    else {
      const weights = [first.along, first.size, second.along, second.size] as const;
      run.alongYuv(first.mixed, second.mixed, third.mixed, ...weights, Math.ceil(width / 4), to);
    }
  }
  const rgba = new Uint8ClampedArray(buffer, out, width * height * 4).slice();
  if (raster.kind === 'bgra') swapRedAndBlue(rgba);
  if (raster.kind === 'yuv') raster.colours?.toSrgb(rgba);
  return rgba;
}

function swapRedAndBlue(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at]!;
    pixels[at] = pixels[at + 2]!;
    pixels[at + 2] = blue;
  }
}

/** The kernel's memory during one call; it is handed out first and claimed once, because growing moves it. */
class Scratch {
  #next = 0;

  reserve(bytes: number): number {
    const at = this.#next;
    this.#next = aligned(at + bytes);
    return at;
  }

  claim(): ArrayBuffer {
    const missing = this.#next - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return memory.buffer;
  }
}

/** How one plane is read: rows are mixed into one first, where sixteen pixels go at once, then along that row. */
class Columns {
  /** Where the mixed row is, and the weights along it. */
  readonly mixed: number;
  readonly along: number;
  /** Blocks of eight weights, or pairs of them for RGBA. */
  readonly size: number;
  readonly #plane: Plane;
  readonly #bytes: number;
  readonly #across: ResampleWeights;
  readonly #down: ResampleWeights;
  readonly #rgba: boolean;
  readonly #ring: number;
  readonly #weights: number;
  readonly #wholeRows: boolean;
  readonly #slot: number;
  readonly #slots: number;
  readonly #pairs: number;
  /** The part of a row that is looked at. */
  readonly #left: number;
  readonly #length: number;
  #loaded = 0;
  #memory = new Uint8Array(0);
  #words = new Int32Array(0);

  constructor(
    plane: Plane,
    kind: Raster['kind'],
    region: Box,
    main: Size,
    { width, height }: Size,
    filter: Filter,
    scratch: Scratch,
  ) {
    const halfX = plane.width < main.width ? 2 : 1;
    const halfY = plane.height < main.height ? 2 : 1;
    this.#plane = plane;
    this.#rgba = kind !== 'yuv';
    this.#across = resampleWeights(region.x / halfX, region.width / halfX, plane.width, width, filter);
    this.#down = resampleWeights(region.y / halfY, region.height / halfY, plane.height, height, filter);
    this.#bytes = this.#rgba ? 4 : 1;
    this.size = Math.ceil(Math.max(...this.#across.count) / (this.#rgba ? 2 : 8));
    this.#left = this.#across.first[0]!;
    const right = this.#across.first[width - 1]! + this.#across.count[width - 1]!;
    this.#length = (right - this.#left) * this.#bytes;

    // The kernel reads whole blocks, past what counts and with no weight.
    const slack = 16 + this.size * 8;
    this.#pairs = Math.ceil(this.#down.most / 2);
    this.#slots = this.#pairs * 2;
    // Rows that are mostly wanted are brought several at a time, with what lies between them.
    this.#wholeRows = this.#length * 2 > plane.stride;
    this.#slot = this.#wholeRows ? plane.stride : aligned(this.#length + slack);
    this.#ring = scratch.reserve(this.#slot * this.#slots + slack);
    this.#weights = scratch.reserve(this.#pairs * 12);
    this.mixed = scratch.reserve(this.#length + slack);
    const records = Math.ceil(width / 4) * 4;
    this.along = scratch.reserve(records * this.#recordBytes);
  }

  get #recordBytes(): number {
    return this.#rgba ? 4 + this.size * 4 : 16 + this.size * 16;
  }

  begin(buffer: ArrayBuffer): void {
    this.#memory = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#loaded = this.#down.first[0]!;
    const { first, count, weights, most } = this.#across;
    const halves = new Int16Array(buffer);
    const step = this.#recordBytes;
    const head = this.#rgba ? 2 : 8;
    const room = this.size * (this.#rgba ? 2 : 8);
    const last = first.length - 1;
    for (let i = 0; i * step < Math.ceil(first.length / 4) * 4 * step; i++) {
      const from = Math.min(i, last);
      const at = this.along + i * step;
      this.#words[at >> 2] = (first[from]! - this.#left) * this.#bytes;
      const to = (at >> 1) + head;
      for (let k = 0; k < room; k++) halves[to + k] = k < count[from]! ? weights[from * most + k]! : 0;
    }
  }

  /** Mixes the rows that make one new row. */
  mix(row: number, run: Kernel): void {
    const { first, count, weights, most } = this.#down;
    const low = first[row]!;
    const high = low + count[row]!;
    while (this.#loaded < high) this.#load(high);
    const words = this.#words;
    let at = this.#weights >> 2;
    for (let j = low; j < high; j += 2) {
      const two = j + 1 < high;
      const k = row * most + j - low;
      words[at] = this.#slotOf(j);
      words[at + 1] = this.#slotOf(two ? j + 1 : j);
      words[at + 2] = (weights[k]! & 0xffff) | (two ? weights[k + 1]! << 16 : 0);
      at += 3;
    }
    run.mixRows(this.#weights, (high - low + 1) >> 1, this.#length, this.mixed);
  }

  /** Brings the next rows, as many as lie side by side in the ring. */
  #load(end: number): void {
    const row = this.#loaded;
    const rows = this.#wholeRows ? Math.min(end - row, this.#slots - (row % this.#slots)) : 1;
    const from = row * this.#plane.stride + this.#left * this.#bytes;
    const length = (rows - 1) * this.#slot + this.#length;
    this.#memory.set(this.#plane.data.subarray(from, from + length), this.#slotOf(row));
    this.#loaded += rows;
  }

  #slotOf(row: number): number {
    return this.#ring + (row % this.#slots) * this.#slot;
  }
}
