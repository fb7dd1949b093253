/** The part of protocol buffers that is needed to change a model: raw fields and numbers. */

/** One field of a message: all its bytes are `start` to `to`, its value `from` to `to`. */
export interface Field {
  number: number;
  start: number;
  from: number;
  to: number;
}

export class MalformedMessage extends Error {}

/** Bytes of fixed-length values, by wire type. */
const FIXED_BYTES: Partial<Record<number, number>> = { 1: 8, 5: 4 };

export function* fieldsOf(bytes: Uint8Array, from: number, to: number): Generator<Field> {
  for (let start = from; start < to;) {
    const tag = readNumber(bytes, start);
    const field = { number: Math.floor(tag.value / 8), start, ...extentOf(bytes, tag.value % 8, tag.next) };
    if (field.to > to) throw new MalformedMessage('a field is longer than its message');
    yield field;
    start = field.to;
  }
}

function extentOf(bytes: Uint8Array, wire: number, at: number): { from: number; to: number } {
  if (wire === 0) return { from: at, to: readNumber(bytes, at).next };
  const fixed = FIXED_BYTES[wire];
  if (fixed !== undefined) return { from: at, to: at + fixed };
  if (wire !== 2) throw new MalformedMessage(`a field is written in the way ${wire}`);
  const length = readNumber(bytes, at);
  return { from: length.next, to: length.next + length.value };
}

/** Seven bits a byte, the low ones first. Beyond 2^53, as negative ones are written, not to the last digit. */
export function readNumber(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return { value, next: at + i + 1 };
  }
  throw new MalformedMessage('a number has no end');
}

export function sizeOfNumber(value: number): number {
  let size = 1;
  for (let left = value; left >= 128; left = Math.floor(left / 128)) size += 1;
  return size;
}

/** Returns where it ends. */
export function writeNumber(to: Uint8Array, at: number, value: number): number {
  let next = at;
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) to[next++] = (left % 128) + 128;
  to[next] = left;
  return next + 1;
}
