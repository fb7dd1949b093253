/** Statistics of the pixels of a region. All are 0-1 except `sharpness`. */
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
  const luminance = luminanceOf(rgba, width * height);
  const { mean, deviation } = spreadOf(luminance);
  const share = (counts: (value: number) => boolean): number => luminance.filter(counts).length / luminance.length;
  return {
    sharpness: deviation > 0 ? spreadOf(laplacianOf(luminance, width, height)).deviation / deviation : 0,
    exposure: mean / 255,
    contrast: deviation / 255,
    shadowsClipped: share((value) => value <= SHADOW),
    highlightsClipped: share((value) => value >= HIGHLIGHT),
  };
}

/** After Rec. 709, 0-255; in parts of 65,536, so that the weights add up exactly. */
function luminanceOf(rgba: Uint8ClampedArray, count: number): Float64Array {
  const luminance = new Float64Array(count);
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += 4) {
    luminance[pixel] = (13_933 * rgba[at]! + 46_871 * rgba[at + 1]! + 4732 * rgba[at + 2]!) / 65_536;
  }
  return luminance;
}

/** Four times each pixel less its four neighbours, for all that have four. */
function laplacianOf(values: Float64Array, width: number, height: number): Float64Array {
  const [across, down] = [width - 2, height - 2];
  if (across < 1 || down < 1) return new Float64Array(0);
  const edges = new Float64Array(across * down);
  for (let y = 0, to = 0; y < down; y++) {
    for (let at = (y + 1) * width + 1; to < (y + 1) * across; at++, to++) {
      edges[to] = 4 * values[at]! - values[at - 1]! - values[at + 1]! - values[at - width]! - values[at + width]!;
    }
  }
  return edges;
}

function spreadOf(values: Float64Array): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}
