/** Embeddings of species, one row a label, each of length 1. */
export interface SpeciesTable {
  rows: number;
  length: number;
  values: Float32Array;
}

/** Half precision as single, by table: no browser's Float16Array is needed, and 8 million numbers take milliseconds. */
let singles: Float32Array | null = null;

function halfToSingle(): Float32Array {
  if (singles) return singles;
  const table = new Float32Array(65_536);
  for (let half = 0; half < table.length; half++) {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) table[half] = fraction ? NaN : sign * Infinity;
    else if (exponent === 0) table[half] = (sign * fraction) / 2 ** 24;
    else table[half] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  singles = table;
  return table;
}

/** Reads little-endian half-precision rows; null where the bytes are no whole number of rows or not all finite. */
export function readTable(bytes: Uint8Array, length: number): SpeciesTable | null {
  if (bytes.length === 0 || bytes.length % (2 * length) !== 0) return null;
  const single = halfToSingle();
  const rows = bytes.length / 2 / length;
  const values = new Float32Array(rows * length);
  for (let i = 0; i < values.length; i++) {
    const value = single[bytes[2 * i]! | (bytes[2 * i + 1]! << 8)]!;
    if (!Number.isFinite(value)) return null;
    values[i] = value;
  }
  return { rows, length, values };
}

/** One logit a species: the cosine between the picture and the species, times the scale. */
export function compare(embedding: Float32Array, table: SpeciesTable, logitScale: number): Float32Array {
  let square = 0;
  for (const value of embedding) square += value * value;
  const factor = logitScale / Math.sqrt(square);
  const logits = new Float32Array(table.rows);
  for (let row = 0, at = 0; row < table.rows; row++) {
    let dot = 0;
    for (let i = 0; i < table.length; i++, at++) dot += embedding[i]! * table.values[at]!;
    logits[row] = dot * factor;
  }
  return logits;
}
