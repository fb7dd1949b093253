import type { Box, Size } from '../domain/box';
import { setUpright, storedBox, uprightSize, type Orientation } from './orientation';
import { resample, type Raster } from './resample';

/** A decoded photo or a view of one. It stands upright whichever way its pixels are stored. */
export class Picture implements Size {
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

  /** A region at the size that is wanted, as RGBA. Only that many pixels are turned round. */
  sample(region: Box, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
    const wanted = uprightSize({ width, height }, this.#orientation);
    const stored = storedBox(region, this.#raster.planes[0], this.#orientation);
    return setUpright(resample(this.#raster, stored, wanted.width, wanted.height), wanted, this.#orientation);
  }
}
