import type { Box, Size } from '../domain/box';
import { setUpright, storedBox, uprightSize, type Orientation } from './orientation';
import { resample, type Raster } from './resample';
import type { Filter } from './resample-weights';

/** What can be sampled: a photo, or a view of one. */
export interface Sampled extends Size {
  /** A region at the size that is wanted, as RGBA. */
  sample(region: Box, width: number, height: number, filter?: Filter): Uint8ClampedArray<ArrayBuffer>;
}

/** A part of a view, in pixels of what it is a view of: it shows `region` of that at its own size. */
export function within(region: Box, size: Size, part: Box): Box {
  const across = region.width / size.width;
  const down = region.height / size.height;
  return {
    x: region.x + part.x * across,
    y: region.y + part.y * down,
    width: part.width * across,
    height: part.height * down,
  };
}

/** A region of another picture at another size. It holds no pixels: they are read from the picture when they are wanted. */
export class View implements Sampled {
  readonly width: number;
  readonly height: number;
  readonly #of: Sampled;
  readonly #region: Box;

  constructor(of: Sampled, region: Box, { width, height }: Size) {
    this.#of = of;
    this.#region = region;
    this.width = width;
    this.height = height;
  }

  sample(region: Box, width: number, height: number, filter?: Filter): Uint8ClampedArray<ArrayBuffer> {
    return this.#of.sample(within(this.#region, this, region), width, height, filter);
  }
}

/** A decoded photo, or pixels that were changed. It stands upright whichever way its pixels are stored. */
export class Picture implements Sampled {
  readonly width: number;
  readonly height: number;
  readonly #raster: Raster;
  readonly #orientation: Orientation;

  constructor(raster: Raster, orientation: Orientation) {
    this.#raster = raster;
    this.#orientation = orientation;
    ({ width: this.width, height: this.height } = uprightSize(raster.planes[0], orientation));
  }

  static fromRgba(data: Uint8ClampedArray, width: number, height: number): Picture {
    return new Picture({ kind: 'rgba', planes: [{ data, width, height, stride: width * 4 }] }, 1);
  }

  /** Only as many pixels as are wanted are turned round. */
  sample(region: Box, width: number, height: number, filter?: Filter): Uint8ClampedArray<ArrayBuffer> {
    const wanted = uprightSize({ width, height }, this.#orientation);
    const stored = storedBox(region, this.#raster.planes[0], this.#orientation);
    const pixels = resample(this.#raster, stored, wanted.width, wanted.height, filter);
    return setUpright(pixels, wanted, this.#orientation);
  }
}
