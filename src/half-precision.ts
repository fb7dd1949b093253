let singles: Float32Array | null = null;

/** By table: no browser's Float16Array is needed, and 8 million numbers take milliseconds. */
function singleOf(): Float32Array {
  singles ??= Float32Array.from({ length: 65_536 }, (_, half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return exponent === 0 ? (sign * fraction) / 2 ** 24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
  return singles;
}

/** Little-endian half-precision numbers as the floats that they are, exactly. They may begin at any byte. */
export function toSingles(halves: Uint8Array): Float32Array<ArrayBuffer> {
  const table = singleOf();
  const values = new Float32Array(halves.length >> 1);
  for (let i = 0; i < values.length; i++) values[i] = table[halves[2 * i]! | (halves[2 * i + 1]! << 8)]!;
  return values;
}
