import { geoMercatorRaw } from 'd3-geo';
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

// Point by point, without d3's clipping on the sphere, which takes longer than a frame may. So what crosses the date line
// has to be drawn here on both sides of it.

type Position = readonly number[];

/** Longitudes that go on beyond 180 instead of jumping to the other side of the map. */
function unrolled(ring: readonly Position[]): [longitude: number, latitude: number][] {
  let turns = 0;
  return ring.map(([longitude = 0, latitude = 0], index) => {
    const before = ring[index - 1]?.[0] ?? longitude;
    if (longitude - before > 180) turns -= 1;
    if (before - longitude > 180) turns += 1;
    return [longitude + 360 * turns, latitude];
  });
}

function ringPath(ring: readonly Position[]): string {
  const points = unrolled(ring);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  // Round a pole a ring ends where it began, one turn on: it is closed along the edge of the map.
  if (Math.abs(last[0] - first[0]) > 180) {
    const edge = first[1] < 0 ? -MAX_LATITUDE : MAX_LATITUDE;
    points.push([last[0], edge], [first[0], edge]);
  }
  const longitudes = points.map(([longitude]) => longitude);
  const copies = [0];
  if (Math.max(...longitudes) > 180) copies.push(-360);
  if (Math.min(...longitudes) < -180) copies.push(360);
  return copies.map((shift) => `${linePath(points, shift)}Z`).join('');
}

function linePath(points: readonly [number, number][], shift: number): string {
  return points
    .map(([longitude, latitude], index) => {
      const [x, y] = toMap(latitude, longitude + shift);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(2)},${y.toFixed(2)}`;
    })
    .join('');
}

const { features } = feature(world, world.objects.land);
const rings = features.flatMap(({ geometry }): Position[][] => {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
});
const borders = mesh(world, world.objects.countries, (a, b) => a !== b);

export const landPath = rings.map(ringPath).join('');
export const borderPath = borders.coordinates.map((line) => linePath(unrolled(line), 0)).join('');
