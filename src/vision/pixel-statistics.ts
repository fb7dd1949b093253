import { placePixels, roomUpTo, startKernel } from '../media/kernels';
import kernelBytes from './pixel-statistics.wat';

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

interface Kernel {
  luminance: (rgba: number, count: number, out: number, dark: number, light: number, sums: number) => void;
  laplacian: (from: number, count: number, row: number, sums: number) => void;
}

let kernel: Kernel | null = null;

function theKernel(): Kernel {
  kernel ??= startKernel(kernelBytes) as unknown as Kernel;
  return kernel;
}

/** The kernel counts luminance in parts of this; its sums take this many bytes. */
const UNIT = 65_536;
const SUMS = 64;

export function pixelStatistics(rgba: Uint8ClampedArray, width: number, height: number): PixelStatistics {
  const count = width * height;
  const { pixels, behind: sums } = placePixels(rgba, SUMS + count * 4 + 16);
  const luminance = sums + SUMS;
  theKernel().luminance(pixels, count, luminance, SHADOW * UNIT, HIGHLIGHT * UNIT, sums);
  const buffer = roomUpTo(0);
  const [mean, deviation] = meanAndDeviation(buffer, sums, count);
  const clipped = new Int32Array(buffer, sums + 32, 8);
  const [shadows, highlights] = [clipped.subarray(0, 4), clipped.subarray(4)].map((four) =>
    four.reduce((a, b) => a + b),
  );
  return {
    sharpness: deviation > 0 ? laplacianDeviation(buffer, sums, luminance, width, height) / deviation : 0,
    exposure: mean / 255,
    contrast: deviation / 255,
    shadowsClipped: shadows! / count,
    highlightsClipped: highlights! / count,
  };
}

function laplacianDeviation(
  buffer: ArrayBuffer,
  sums: number,
  luminance: number,
  width: number,
  height: number,
): number {
  const across = width - 2;
  const down = height - 2;
  if (across < 1 || down < 1) return 0;
  new Float64Array(buffer, sums, 4).fill(0);
  for (let y = 1; y <= down; y++) theKernel().laplacian(luminance + (y * width + 1) * 4, across, width * 4, sums);
  return meanAndDeviation(buffer, sums, across * down)[1];
}

function meanAndDeviation(buffer: ArrayBuffer, sums: number, count: number): [mean: number, deviation: number] {
  const [a, b, c, d] = new Float64Array(buffer, sums, 4) as unknown as [number, number, number, number];
  const mean = (a + b) / count / UNIT;
  return [mean, Math.sqrt(Math.max(0, (c + d) / count / UNIT / UNIT - mean * mean))];
}
