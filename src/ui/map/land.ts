import { geoMercatorRaw } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { atOnce, inSlices } from '../../domain/slices';
import { fineWorld, world, type World } from './world';

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

/** A coast or a border with the part of the map that it is in, so that what is out of sight is not drawn. */
export interface Outline {
  path: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Outlines {
  land: readonly Outline[];
  borders: readonly Outline[];
}

type Point = readonly [number, number];

function ringOutline(ring: readonly Position[]): Outline | null {
  const points = unrolled(ring);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  // Round a pole a ring ends where it began, one turn on: it is closed along the edge of the map.
  if (Math.abs(last[0] - first[0]) > 180) {
    const edge = first[1] < 0 ? -MAX_LATITUDE : MAX_LATITUDE;
    points.push([last[0], edge], [first[0], edge]);
  }
  const longitudes = points.map(([longitude]) => longitude);
  const copies = [0];
  if (Math.max(...longitudes) > 180) copies.push(-360);
  if (Math.min(...longitudes) < -180) copies.push(360);
  return outline(
    copies.map((shift) => projected(points, shift)),
    'Z',
  );
}

function projected(points: readonly Point[], shift: number): Point[] {
  return points.map(([longitude, latitude]) => toMap(latitude, longitude + shift));
}

function outline(lines: readonly (readonly Point[])[], end: '' | 'Z'): Outline {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let path = '';
  for (const line of lines) {
    for (const [index, [x, y]] of line.entries()) {
      path += `${index === 0 ? 'M' : 'L'}${x.toFixed(2)},${y.toFixed(2)}`;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
    path += end;
  }
  return { path, ...box };
}

/** A map's coasts and borders, as work that can be interrupted. */
function* outlinesOf(table: World): Generator<void, Outlines> {
  const land: Outline[] = [];
  for (const { geometry } of feature(table, table.objects.land).features) {
    const rings: Position[][] =
      geometry.type === 'Polygon'
        ? geometry.coordinates
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flat()
          : [];
    for (const ring of rings) {
      const one = ringOutline(ring);
      if (one) land.push(one);
      yield;
    }
  }
  const borders: Outline[] = [];
  for (const line of mesh(table, table.objects.countries, (a, b) => a !== b).coordinates) {
    borders.push(outline([projected(unrolled(line), 0)], ''));
    yield;
  }
  return { land, borders };
}

export const coarse: Outlines = atOnce(outlinesOf(world));

let fine: Promise<Outlines | null> | null = null;

/** Coasts and borders for a map that is zoomed in; null where they cannot be had. */
export function fineOutlines(): Promise<Outlines | null> {
  fine ??= fineWorld().then((table) => {
    // Without a network and not kept yet: the next zoom asks again.
    if (!table) fine = null;
    return table && inSlices(outlinesOf(table));
  });
  return fine;
}
