import type { Enhancement } from '../domain/tools/enhance';

interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Applies a correction to RGBA pixels in place. */
export function enhancePixels(picture: Picture, operation: Enhancement): void {
  switch (operation) {
    case 'contrast':
      stretchContrast(picture.data);
      return;
    case 'brightness':
      correctBrightness(picture.data);
      return;
    case 'denoise':
      removeNoise(picture);
      return;
    case 'sharpen':
      sharpen(picture);
      return;
  }
}

/** Spreads the luminance between its 1st and 99th percentile over the whole range. */
function stretchContrast(data: Uint8ClampedArray): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) counts[luminance(data, at)]!++;
  const low = percentile(counts, data.length / 4, 0.01);
  const high = percentile(counts, data.length / 4, 0.99);
  if (high - low < 2) return;
  applyCurve(data, (value) => ((value - low) * 255) / (high - low));
}

/** The gamma that brings the mean luminance to a photographer's middle, no further than two and a half stops. */
function correctBrightness(data: Uint8ClampedArray): void {
  const MIDDLE = 0.42;
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += luminance(data, at);
  const mean = Math.min(0.98, Math.max(0.02, sum / (data.length / 4) / 255));
  const gamma = Math.min(2.5, Math.max(0.4, Math.log(MIDDLE) / Math.log(mean)));
  applyCurve(data, (value) => 255 * (value / 255) ** gamma);
}

function applyCurve(data: Uint8ClampedArray, curve: (value: number) => number): void {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => curve(value));
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) data[at + channel] = table[data[at + channel]!]!;
  }
}

/** A bilateral filter: averages neighbours that look alike, so that edges stay. */
function removeNoise({ data, width, height }: Picture): void {
  const SIMILAR = 24;
  const source = data.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const centre = source[at + channel]!;
        let sum = 0;
        let weights = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const value = source[at + (dy * width + dx) * 4 + channel]!;
            const weight = Math.exp(-(((value - centre) / SIMILAR) ** 2));
            sum += value * weight;
            weights += weight;
          }
        }
        data[at + channel] = sum / weights;
      }
    }
  }
}

/** Unsharp mask with a 3 x 3 mean. */
function sharpen({ data, width, height }: Picture): void {
  const AMOUNT = 0.8;
  const source = data.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) sum += source[at + (dy * width + dx) * 4 + channel]!;
        }
        const value = source[at + channel]!;
        data[at + channel] = value + AMOUNT * (value - sum / 9);
      }
    }
  }
}

function luminance(data: Uint8ClampedArray, at: number): number {
  return Math.round(0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
}

function percentile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!;
    if (seen >= total * share) return value;
  }
  return 255;
}
