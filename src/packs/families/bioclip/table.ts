import { toSingles } from '../../half-precision';

/** Embeddings of species, one row a label, each of length 1. */
export interface SpeciesTable {
  rows: number;
  length: number;
  values: Float32Array;
}

/** Reads little-endian half-precision rows; null where the bytes are no whole number of rows or not all finite. */
export function readTable(bytes: Uint8Array, length: number): SpeciesTable | null {
  if (bytes.length === 0 || bytes.length % (2 * length) !== 0) return null;
  const values = toSingles(bytes);
  for (const value of values) if (!Number.isFinite(value)) return null;
  return { rows: values.length / length, length, values };
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
