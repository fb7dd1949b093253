import type { PlaceFamily } from '../family';
import type { SinrModel } from './schema';

/** Numbers that stand for a place. */
export const PLACE_FEATURES = 4;

/** Sine of longitude and latitude, then their cosine, with half a turn at 180 and 90 degrees: no seam at the date line. */
export function encodePlaces(
  rows: readonly (readonly [latitude: number, longitude: number, ...unknown[]])[],
): Float32Array {
  const features = new Float32Array(rows.length * PLACE_FEATURES);
  rows.forEach(([latitude, longitude], row) => {
    const east = (Math.PI * longitude) / 180;
    const north = (Math.PI * latitude) / 90;
    features.set([Math.sin(east), Math.sin(north), Math.cos(east), Math.cos(north)], row * PLACE_FEATURES);
  });
  return features;
}

export const sinr: PlaceFamily<SinrModel> = {
  encode: (rows) => ({ data: encodePlaces(rows), shape: [rows.length, PLACE_FEATURES] }),
  // The model does not know months: one answer holds for all of them.
  timesOfYear: () => 1,
};
