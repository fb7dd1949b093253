/**
 * One memory for every kernel that works on pixels: what one leaves there, the next works on without a copy between. So
 * pixels and numbers that lie in it are lent: good until the next picture is resampled.
 */
const memory = new WebAssembly.Memory({ initial: 1 });

const PAGE = 65_536;

/** The first bytes are for what the kernels are told; pixels come behind. */
export const FIRST_FREE = 64;

export function startKernel(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Exports {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { kernels: { memory } }).exports;
}

/** The memory with room up to `end`. Growing moves it: everything that was lent before is gone then, its bytes are not. */
export function roomUpTo(end: number): ArrayBuffer {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return memory.buffer;
}

/** The next place where a vector may lie. */
export function aligned(at: number): number {
  return (at + 15) & ~15;
}

/** Where pixels lie, with `room` bytes behind them; those that are lent stay where they are, others are brought there. */
export function placePixels(pixels: Uint8ClampedArray, room: number): { pixels: number; behind: number } {
  const isHere = pixels.buffer === memory.buffer;
  const at = isHere ? pixels.byteOffset : FIRST_FREE;
  const behind = aligned(at + pixels.length + 16);
  const buffer = roomUpTo(behind + room);
  if (!isHere) new Uint8Array(buffer).set(pixels, at);
  return { pixels: at, behind };
}
