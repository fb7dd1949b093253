import { describe, expect, test } from 'vitest';
import type { Box } from '../domain/box';
import { resample, type Plane, type Raster } from './resample';

/** Smooth and coarse parts, so that both filters and edges show. */
function plane(width: number, height: number, seed: number, channels = 1): Plane {
  const stride = width * channels + 3;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * channels; x++) {
      const noise = ((x * 7919 + y * 104_729 + seed * 31) * 2_654_435_761) >>> 24;
      data[y * stride + x] = x % 3 === 0 ? noise : 128 + 100 * Math.sin((x + y * 2 + seed) / 9);
    }
  }
  return { width, height, stride, data };
}

const rgba = (width: number, height: number): Raster => ({ kind: 'rgba', planes: [plane(width, height, 1, 4)] });
const yuv = (width: number, height: number, half: boolean): Raster => {
  const small = [half ? Math.ceil(width / 2) : width, half ? Math.ceil(height / 2) : height] as const;
  return { kind: 'yuv', planes: [plane(width, height, 1), plane(...small, 2), plane(...small, 3)], colours: null };
};

/** The filter as it is written down, one pixel at a time. */
function slowly(
  { data, stride, width, height }: Plane,
  box: Box,
  outX: number,
  outY: number,
  wide: number,
  high: number,
  channel = 0,
  channels = 1,
) {
  const weights = (from: number, extent: number, samples: number, i: number, wanted: number) => {
    const scale = extent / wanted;
    const reach = Math.max(1, scale);
    const centre = from + (i + 0.5) * scale;
    const all = Array.from({ length: samples }, (_, j) => Math.max(0, 1 - Math.abs(j + 0.5 - centre) / reach));
    const sum = all.reduce((a, b) => a + b, 0);
    return all.map((weight) => weight / sum);
  };
  const across = weights(box.x, box.width, width, outX, wide);
  const down = weights(box.y, box.height, height, outY, high);
  let value = 0;
  down.forEach((wy, y) => {
    if (wy > 0) across.forEach((wx, x) => (value += wx * wy * data[y * stride + x * channels + channel]!));
  });
  return value;
}

const CASES: [what: string, box: Box, width: number, height: number][] = [
  ['smaller', { x: 0, y: 0, width: 61, height: 47 }, 20, 15],
  ['much smaller', { x: 0, y: 0, width: 61, height: 47 }, 5, 3],
  ['larger', { x: 10, y: 12, width: 9, height: 7 }, 30, 22],
  ['a region between pixels', { x: 3.3, y: 7.8, width: 33.4, height: 21.9 }, 17, 13],
  ['up to the edge', { x: 40.5, y: 30.5, width: 20.5, height: 16.5 }, 14, 14],
  ['one pixel', { x: 5, y: 5, width: 40, height: 30 }, 1, 1],
];

describe('a region at another size', () => {
  test.each(CASES)('%s: RGBA as the filter says', (_, box, width, height) => {
    const raster = rgba(61, 47);
    const out = resample(raster, box, width, height);
    for (let i = 0; i < out.length; i++) {
      const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)];
      const wanted = slowly(raster.planes[0], box, x, y, width, height, i % 4, 4);
      expect(Math.abs(out[i]! - wanted)).toBeLessThanOrEqual(1.1);
    }
  });

  test.each(CASES.flatMap((one) => [true, false].map((half) => [...one, half] as const)))(
    '%s: luminance and colour as the filter says (%s, half colour %s)',
    (_, box, width, height, half) => {
      const raster = yuv(61, 47, half);
      const out = resample(raster, box, width, height);
      const small = half ? { x: box.x / 2, y: box.y / 2, width: box.width / 2, height: box.height / 2 } : box;
      for (let i = 0; i < width * height; i++) {
        const [x, y] = [i % width, Math.floor(i / width)];
        const [light, blue, red] = raster.planes.map((one, k) =>
          slowly(one, k === 0 ? box : small, x, y, width, height),
        );
        const wanted = [
          light! + 1.402 * (red! - 128),
          light! - 0.344136 * (blue! - 128) - 0.714136 * (red! - 128),
          light! + 1.772 * (blue! - 128),
        ];
        wanted.forEach((value, k) => {
          expect(Math.abs(out[i * 4 + k]! - Math.min(255, Math.max(0, value)))).toBeLessThanOrEqual(2.5);
        });
        expect(out[i * 4 + 3]).toBe(255);
      }
    },
  );

  test('blue and red the other way round come out the right way', () => {
    const [one] = rgba(61, 47).planes as [Plane];
    const box = { x: 0, y: 0, width: 61, height: 47 };
    const right = resample({ kind: 'rgba', planes: [one] }, box, 9, 7).slice();
    const swapped = resample({ kind: 'bgra', planes: [one] }, box, 9, 7);
    for (let at = 0; at < right.length; at += 4) {
      expect([...swapped.subarray(at, at + 4)]).toEqual([2, 1, 0, 3].map((k) => right[at + k]));
    }
  });

  test('a flat area stays as it is, at any size', () => {
    const data = new Uint8Array(50 * 40 * 4).fill(77);
    const raster: Raster = { kind: 'rgba', planes: [{ data, width: 50, height: 40, stride: 200 }] };
    for (const [width, height] of [
      [7, 3],
      [50, 40],
      [111, 97],
      [1, 1],
    ] as const) {
      const out = resample(raster, { x: 0, y: 0, width: 50, height: 40 }, width, height);
      expect(new Set(out)).toEqual(new Set([77]));
    }
  });

  test('at its own size a picture is unchanged', () => {
    const raster = rgba(61, 47);
    const out = resample(raster, { x: 0, y: 0, width: 61, height: 47 }, 61, 47);
    const [{ data, stride }] = raster.planes as [Plane];
    for (let y = 0; y < 47; y++) {
      expect([...out.subarray(y * 244, y * 244 + 244)]).toEqual([...data.subarray(y * stride, y * stride + 244)]);
    }
  });
});
