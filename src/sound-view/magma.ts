/**
 * The colour map of every spectrogram. Magma is perceptual: equal steps of level look like equal steps of brightness, in
 * colour and in grey, and to readers who see red and green alike. Control points of matplotlib's magma (CC0) at every
 * sixteenth; straight lines between them stay within 2.3 of 255 of the original.
 */
const CONTROL_POINTS = [
  0x000004, 0x0a0822, 0x1d1147, 0x36106b, 0x51127c, 0x6a1c81, 0x832681, 0x9c2e7f, 0xb73779, 0xcf4070, 0xe55064,
  0xf4695c, 0xfb8761, 0xfea571, 0xfec287, 0xfde0a1, 0xfcfdbf,
];

export const MAGMA_STEPS = 256;

/** 256 colours as 32-bit pixels, opaque, in the byte order of ImageData on every machine that runs a browser. */
export const MAGMA: Uint32Array = makeTable();

/** A colour of the map as CSS, for what is drawn beside the pixels. */
export function magmaCss(share: number): string {
  const pixel = MAGMA[Math.round(Math.min(1, Math.max(0, share)) * (MAGMA_STEPS - 1))]!;
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

function makeTable(): Uint32Array {
  const table = new Uint32Array(MAGMA_STEPS);
  for (let step = 0; step < MAGMA_STEPS; step++) {
    const at = (step / (MAGMA_STEPS - 1)) * (CONTROL_POINTS.length - 1);
    const left = Math.min(Math.floor(at), CONTROL_POINTS.length - 2);
    const part = at - left;
    const channel = (shift: number): number => {
      const from = (CONTROL_POINTS[left]! >> shift) & 255;
      const to = (CONTROL_POINTS[left + 1]! >> shift) & 255;
      return Math.round(from + (to - from) * part);
    };
    // Little-endian: red is the first byte in memory.
    table[step] = ((255 << 24) | (channel(0) << 16) | (channel(8) << 8) | channel(16)) >>> 0;
  }
  return table;
}
