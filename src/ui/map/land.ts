import { geoMercator, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import table from 'world-atlas/countries-110m.json';

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
export const world = table as unknown as World;

/** The map is drawn once on a square of this many units; panning and zooming only move the view over it. */
export const WORLD_SIDE = 1000;
/** Beyond this the square ends, as on every Mercator map. */
export const MAX_LATITUDE = 84;

const projection = geoMercator()
  .scale(WORLD_SIDE / (2 * Math.PI))
  .translate([WORLD_SIDE / 2, WORLD_SIDE / 2]);
const path = geoPath(projection);

export const landPath = path(feature(world, world.objects.land)) ?? '';
export const borderPath = path(mesh(world, world.objects.countries, (a, b) => a !== b)) ?? '';

export function toMap(latitude: number, longitude: number): [number, number] {
  const kept = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return projection([longitude, kept]) ?? [WORLD_SIDE / 2, WORLD_SIDE / 2];
}

export function fromMap(x: number, y: number): { latitude: number; longitude: number } {
  const [longitude = 0, latitude = 0] = projection.invert?.([x, y]) ?? [];
  return {
    latitude: Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}
