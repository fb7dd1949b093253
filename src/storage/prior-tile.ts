/**
 * The birds of one square degree through the year. Most of the world's species are absent from most of it, so a tile
 * lists only those that some month makes likelier than `ABSENT` of the likeliest: four bytes with the probability of the
 * likeliest (float32), then for each species a 16-bit index into the geo model's labels and twelve bytes, one a month,
 * each the square root of its share of the likeliest over 255 (fine steps where shares are small). Shares, because the
 * model's probabilities follow how many people watch birds: the likeliest bird has 0.9 in London and 0.007 in Amazonia.
 */
export const MONTHS = 12;
/** Below this share in every month a species is left out: a quarter of what counts as out of range. */
export const ABSENT = 0.0005;
/** The likeliest species that a tile has room for: 29 kB. */
const MOST_SPECIES = 2100;
const HEADER_BYTES = 4;
const ROW_BYTES = 2 + MONTHS;

/** `monthly[month][label]` to bytes. */
export function encodeTile(monthly: readonly Float32Array[]): Uint8Array {
  const best = bestMonths(monthly);
  const peak = best.reduce((highest, value) => Math.max(highest, value), 0);
  const rows = [...best.keys()]
    .filter((label) => peak > 0 && best[label]! >= peak * ABSENT)
    .sort((a, b) => best[b]! - best[a]! || a - b)
    .slice(0, MOST_SPECIES)
    .sort((a, b) => a - b);
  const bytes = new Uint8Array(HEADER_BYTES + rows.length * ROW_BYTES);
  new DataView(bytes.buffer).setFloat32(0, peak);
  rows.forEach((label, row) => {
    const at = HEADER_BYTES + row * ROW_BYTES;
    bytes[at] = label & 0xff;
    bytes[at + 1] = label >> 8;
    for (let month = 0; month < MONTHS; month++) {
      bytes[at + 2 + month] = Math.round(255 * Math.sqrt(clamped(monthly[month]![label]!) / peak));
    }
  });
  return bytes;
}

function bestMonths(monthly: readonly Float32Array[]): Float32Array {
  const best = new Float32Array(monthly[0]?.length ?? 0);
  for (const probabilities of monthly) {
    probabilities.forEach((value, label) => {
      best[label] = Math.max(best[label]!, clamped(value));
    });
  }
  return best;
}

/** What is not a number counts as zero. */
function clamped(probability: number): number {
  return probability > 0 ? Math.min(1, probability) : 0;
}

/** Reads a tile without unpacking it. */
export class PriorTile {
  readonly #bytes: Uint8Array;
  readonly #peak: number;
  readonly #rowOf = new Map<number, number>();
  /** The highest byte of each month. */
  readonly #highest = new Uint8Array(MONTHS);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#peak = bytes.length < HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0);
    for (let at = HEADER_BYTES; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
      this.#rowOf.set(bytes[at]! | (bytes[at + 1]! << 8), at);
      for (let i = 0; i < MONTHS; i++) this.#highest[i] = Math.max(this.#highest[i]!, bytes[at + 2 + i]!);
    }
  }

  /** Labels of every species that occurs here at some time of the year. */
  get labels(): Iterable<number> {
    return this.#rowOf.keys();
  }

  /** Month 1-12; null asks for the species' best month. */
  probability(label: number, month: number | null): number {
    return this.#peak * (this.#byte(label, month) / 255) ** 2;
  }

  /** The probability over that of the likeliest species of the month, or of the year where the month is null. */
  share(label: number, month: number | null): number {
    const highest = month === null ? Math.max(...this.#highest) : this.#highest[month - 1]!;
    return highest === 0 ? 0 : (this.#byte(label, month) / highest) ** 2;
  }

  #byte(label: number, month: number | null): number {
    const at = this.#rowOf.get(label);
    if (at === undefined) return 0;
    if (month !== null) return this.#bytes[at + 1 + month]!;
    return Math.max(...this.#bytes.subarray(at + 2, at + ROW_BYTES));
  }
}
