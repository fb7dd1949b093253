import { geoMercatorRaw, geoPath, geoTransform } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { world } from './world';

/** The map is drawn once on a square of this many units; panning and zooming only move the view over it. */
export const WORLD_SIDE = 1000;
/** Beyond this the square ends, as on every Mercator map. */
const MAX_LATITUDE = 84;

const SCALE = WORLD_SIDE / (2 * Math.PI);
const RADIANS = Math.PI / 180;

export function toMap(latitude: number, longitude: number): [number, number] {
  const [x, y] = geoMercatorRaw(longitude * RADIANS, clampLatitude(latitude) * RADIANS);
  return [WORLD_SIDE / 2 + x * SCALE, WORLD_SIDE / 2 - y * SCALE];
}

export function fromMap(x: number, y: number): { latitude: number; longitude: number } {
  const east = (x - WORLD_SIDE / 2) / SCALE;
  const [, north] = geoMercatorRaw.invert?.(east, (WORLD_SIDE / 2 - y) / SCALE) ?? [0, 0];
  const longitude = east / RADIANS;
  return {
    latitude: clampLatitude(north / RADIANS),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}

function clampLatitude(latitude: number): number {
  return Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
}

// Point by point, without d3's clipping on the sphere: the shapes end at the date line already, and clipping takes
// longer than a frame may.
const path = geoPath(
  geoTransform({
    point(longitude, latitude) {
      this.stream.point(...toMap(latitude, longitude));
    },
  }),
);

export const landPath = path(feature(world, world.objects.land)) ?? '';
export const borderPath = path(mesh(world, world.objects.countries, (a, b) => a !== b)) ?? '';
