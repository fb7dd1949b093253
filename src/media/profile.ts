/** A colour profile after the ICC's standard, as far as cameras write them: three curves and a matrix. */
export interface Profile {
  /** Light of each level of 0-255, by channel: 0-1. */
  curves: readonly [Float32Array, Float32Array, Float32Array];
  /** Row by row, from a channel's light to XYZ under D50. */
  matrix: readonly number[];
}

const APP2 = 0xe2;
const START_OF_SCAN = 0xda;
const MARK = 'ICC_PROFILE\0';
const TABLE = 128;

/** The profile that a JPEG carries; null where there is none, or one of another kind: tables, inks, grey. */
export function profileOfJpeg(bytes: Uint8Array): Profile | null {
  const parts: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== START_OF_SCAN;) {
    const end = at + 2 + view.getUint16(at + 2);
    const isPart = bytes[at + 1] === APP2 && latin(bytes, at + 4, MARK.length) === MARK;
    // Behind the mark: which part this is, counted from one, and of how many.
    if (isPart) parts[bytes[at + 4 + MARK.length]! - 1] = bytes.subarray(at + 6 + MARK.length, end);
    at = end;
  }
  return parts.length === 0 || parts.includes(undefined as never) ? null : readProfile(joined(parts));
}

export function readProfile(bytes: Uint8Array): Profile | null {
  if (bytes.length < TABLE + 4 || latin(bytes, 16, 8) !== 'RGB XYZ ') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const tags = tagsOf(view);
    // Tables say more than curves and a matrix would.
    if (tags.has('A2B0')) return null;
    const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => xyz(tags.get(name)!));
    const [red, green, blue] = ['rTRC', 'gTRC', 'bTRC'].map((name) => curve(tags.get(name)!));
    const matrix = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]!));
    return red && green && blue ? { curves: [red, green, blue], matrix } : null;
  } catch {
    // A profile that ends before what it announces.
    return null;
  }
}

function tagsOf(view: DataView): Map<string, DataView> {
  const tags = new Map<string, DataView>();
  for (let tag = 0; tag < view.getUint32(TABLE); tag++) {
    const at = TABLE + 4 + 12 * tag;
    const [from, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (from + length > view.byteLength) throw new RangeError('a tag lies beyond the end');
    tags.set(typeOf(view, at), new DataView(view.buffer, view.byteOffset + from, length));
  }
  return tags;
}

function xyz(tag: DataView): number[] {
  return [8, 12, 16].map((at) => fixed(tag, at));
}

/** The light of every level; null where the curve is of an unknown kind. */
function curve(tag: DataView): Float32Array | null {
  const light = typeOf(tag, 0) === 'curv' ? sampled(tag) : typeOf(tag, 0) === 'para' ? parametric(tag) : null;
  return light && Float32Array.from({ length: 256 }, (_, level) => Math.min(1, Math.max(0, light(level / 255))));
}

type Light = (value: number) => number;

function sampled(tag: DataView): Light {
  const count = tag.getUint32(8);
  if (count === 0) return (value) => value;
  if (count === 1) return (value) => value ** (tag.getUint16(12) / 256);
  const sample = (index: number): number => tag.getUint16(12 + 2 * index) / 65_535;
  return (value) => {
    const low = Math.min(Math.floor(value * (count - 1)), count - 2);
    const part = value * (count - 1) - low;
    return sample(low) * (1 - part) + sample(low + 1) * part;
  };
}

/** `(a x + b) ^ g + e` from `d` on and `c x + f` below; the kinds differ in how many of these they give. */
function parametric(tag: DataView): Light | null {
  const given = [1, 3, 4, 5, 7][tag.getUint16(8)];
  if (given === undefined) return null;
  const [g, a = 1, b = 0, ...rest] = Array.from({ length: given }, (_, index) => fixed(tag, 12 + 4 * index)) as [
    number,
    ...number[],
  ];
  const [c = 0, d = 0, e = 0, f = 0] = rest;
  // Of four parameters the last is what is added everywhere; of three likewise nothing. Both bend where a x + b is 0.
  if (given <= 4 && given >= 3) return (value) => (value >= -b / a ? (a * value + b) ** g : 0) + c;
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f);
}

function fixed(view: DataView, at: number): number {
  return view.getInt32(at) / 65_536;
}

function typeOf(view: DataView, at: number): string {
  return latin(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at, 4);
}

function latin(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
