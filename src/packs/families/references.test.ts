import { expect, test } from 'vitest';
import { Picture } from '../../media/picture';
import { imageInput } from '../../testing/pack';
import { toTensor } from '../../vision/tensor';
import { shownOf } from './placement';
import { toPeak } from './perch/family';
import references from './references.json';
import { encodePlaces } from './sinr/family';

/** What models/full/references.py makes, pixel by pixel. */
function picture(width: number, height: number): Picture {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const green = (Math.floor(x / 9) + Math.floor(y / 5)) % 2 === 0 ? 60 : 190;
      const blue = 32 + (Math.floor((x * x + 2 * y * y) / 64) % 192);
      rgba.set([32 + ((x * 7 + y * 3) % 192), green, blue, 255], at);
    }
  }
  return Picture.fromRgba(rgba, width, height);
}

const off = (ours: ArrayLike<number>, { indices, values }: { indices: number[]; values: number[] }): number[] =>
  indices.map((index, i) => Math.abs(ours[index]! - values[i]!));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** 255 levels over the smallest deviation: what one level of a byte is worth after normalising. */
const level = (std: readonly number[]): number => 1 / Math.min(...std);

/** Our own pixels, normalised, of a picture as an adapter shows it. */
function pixelsOf(width: number, height: number, input: Parameters<typeof shownOf>[1]): Float32Array {
  const { shown, placement } = shownOf({ x: 0, y: 0, width, height }, input);
  const data = picture(width, height).sample(shown, placement.width, placement.height, input.filter);
  const placed = { ...input, width: placement.width, height: placement.height };
  return toTensor(data, placement, placed);
}

test.each(references.groundingDino)(
  'Grounding-DINO sees $width x $height as its published processor shows it: the same size, within a level of 255',
  (reference) => {
    const input = {
      ...imageInput({ channels: 'rgb', mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375], pad: 'mean' }),
      size: 'size',
      shortest: 800,
      longest: 1333,
    };
    const ours = pixelsOf(reference.width, reference.height, input);
    expect(ours).toHaveLength(reference.shape.reduce((product, side) => product * side, 1));
    const { placement } = shownOf({ x: 0, y: 0, ...reference }, input);
    expect([3, placement.height, placement.width]).toEqual(reference.shape);
    const differences = off(ours, reference);
    expect(Math.max(...differences)).toBeLessThan(1.02 * level(input.std));
    expect(mean(differences)).toBeLessThan(0.01);
  },
);

test.each(references.bioclip)(
  'BioCLIP sees $width x $height as CLIP models do: bicubic, the middle square, within two levels of 255',
  (reference) => {
    const input = imageInput({
      width: 224,
      height: 224,
      channels: 'rgb',
      mean: [122.7709, 116.746, 104.0937],
      std: [68.5005, 66.6322, 70.3232],
      fit: 'cover',
      filter: 'cubic',
    });
    const differences = off(pixelsOf(reference.width, reference.height, input), reference);
    expect(Math.max(...differences)).toBeLessThan(2.02 * level(input.std));
    expect(mean(differences)).toBeLessThan(0.01);
  },
);

test('Perch hears a window as its authors’ library gives it, within 1e-5', () => {
  const { samples, peak, ...expected } = references.perch;
  const window = Float32Array.from({ length: samples }, (_, i) => ((i * i) % 1009) / 1009 - 0.3);
  expect(Math.max(...off(toPeak(window, peak), expected))).toBeLessThan(1e-5);
});

test.each(references.sinr)('SINR knows $latitude, $longitude by the published numbers, within 1e-6', (reference) => {
  const ours = encodePlaces([[reference.latitude, reference.longitude]]);
  ours.forEach((value, i) => {
    expect(value).toBeCloseTo(reference.features[i]!, 6);
  });
});
