/** What can be read off the pixels of a region. All figures 0-1 but `sharpness`. */
export interface PixelStatistics {
  sharpness: number;
  exposure: number;
  contrast: number;
  shadowsClipped: number;
  highlightsClipped: number;
}

/** Longer side, in pixels, at which regions are measured: what a classifier sees, so that figures compare across photos. */
export const MEASURED_SIDE = 224;

const SHADOW = 4;
const HIGHLIGHT = 251;

export function pixelStatistics(rgba: Uint8ClampedArray, width: number, height: number): PixelStatistics {
  const luminance = new Float32Array(width * height);
  let sum = 0;
  let squares = 0;
  let dark = 0;
  let light = 0;
  for (let i = 0, at = 0; i < luminance.length; i++, at += 4) {
    const value = 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!;
    luminance[i] = value;
    sum += value;
    squares += value * value;
    if (value <= SHADOW) dark++;
    if (value >= HIGHLIGHT) light++;
  }
  const count = luminance.length;
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return {
    sharpness: deviation > 0 ? laplacianDeviation(luminance, width, height) / deviation : 0,
    exposure: mean / 255,
    contrast: deviation / 255,
    shadowsClipped: dark / count,
    highlightsClipped: light / count,
  };
}

function laplacianDeviation(luminance: Float32Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const value =
        4 * luminance[i]! - luminance[i - 1]! - luminance[i + 1]! - luminance[i - width]! - luminance[i + width]!;
      sum += value;
      squares += value * value;
      count++;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean));
}
