/**
 * The birds of one square degree through the year. Most of the world's species are absent from most of it, so a tile
 * lists only those that some month makes likelier than `ABSENT`: a 16-bit index into the geo model's labels, then twelve
 * bytes, one a month, each the square root of the probability over 255 (fine steps where probabilities are small).
 */
export const MONTHS = 12;
/**
 * Below this in every month a species is left out: a quarter of what counts as out of range. At 0.0002 the richest
 * square degree of the test kit's geo model (Colombia, 3 N 77 W) took 36 kB; here it takes 28 kB.
 */
export const ABSENT = 0.0005;
const ROW_BYTES = 2 + MONTHS;

export interface TileCell {
  south: number;
  west: number;
}

/** The whole degrees a place lies in; 90 N and 180 E belong to the last cell. */
export function cellOf(latitude: number, longitude: number): TileCell {
  return {
    south: Math.min(89, Math.max(-90, Math.floor(latitude))),
    west: Math.min(179, Math.max(-180, Math.floor(longitude))),
  };
}

/** `monthly[month][label]` to bytes. */
export function encodeTile(monthly: readonly Float32Array[]): Uint8Array {
  const labels = monthly[0]?.length ?? 0;
  const rows: number[] = [];
  for (let label = 0; label < labels; label++) {
    if (monthly.some((probabilities) => probabilities[label]! >= ABSENT)) rows.push(label);
  }
  const bytes = new Uint8Array(rows.length * ROW_BYTES);
  rows.forEach((label, row) => {
    const at = row * ROW_BYTES;
    bytes[at] = label & 0xff;
    bytes[at + 1] = label >> 8;
    for (let month = 0; month < MONTHS; month++) {
      bytes[at + 2 + month] = Math.round(255 * Math.sqrt(Math.min(1, Math.max(0, monthly[month]![label]!))));
    }
  });
  return bytes;
}

/** Reads a tile without unpacking it. */
export class PriorTile {
  readonly #bytes: Uint8Array;
  readonly #rowOf = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let at = 0; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
      this.#rowOf.set(bytes[at]! | (bytes[at + 1]! << 8), at);
    }
  }

  /** Labels of every species that occurs here at some time of the year. */
  get labels(): Iterable<number> {
    return this.#rowOf.keys();
  }

  /** Month 1-12; null asks for the species' best month. */
  probability(label: number, month: number | null): number {
    const at = this.#rowOf.get(label);
    if (at === undefined) return 0;
    if (month !== null) return (this.#bytes[at + 1 + month]! / 255) ** 2;
    let best = 0;
    for (let i = 0; i < MONTHS; i++) best = Math.max(best, this.#bytes[at + 2 + i]!);
    return (best / 255) ** 2;
  }
}
