import type { TaxonId } from '../src/domain/taxonomy';
import { ABSENT } from '../src/storage/prior-tile';
import type { Spot } from './item';
import { drawIndex, seeded } from '../training/random';

/** Degrees between the points at which the geo model is asked, and the months it is asked for. */
const STEP = 3;
const ASKED_MONTHS = [1, 4, 7, 10] as const;

/** A counterfactual place is at least this far from the real one, in kilometres: another continent or climate. */
export const FAR_KM = 3000;

export interface Point extends Spot {
  month: number;
}

/** The whole world in steps, without the poles: every place and season the geo model is asked about. */
export function worldGrid(): Point[] {
  const points: Point[] = [];
  for (let south = -60; south < 78; south += STEP) {
    for (let west = -180; west < 180; west += STEP) {
      const spot = { latitude: south + STEP / 2, longitude: west + STEP / 2 };
      for (const month of ASKED_MONTHS) points.push({ ...spot, month });
    }
  }
  return points;
}

/** What the geo model said: how likely each wanted species is at each point, and the likeliest bird there. */
export interface RangeMap {
  points: readonly Point[];
  peaks: Float32Array;
  species: ReadonlyMap<TaxonId, Float32Array>;
}

export interface DrawnPlace {
  spot: Spot;
  day: string;
  far: Spot | null;
}

/** Anywhere that birds are watched: for pictures without one. */
export function drawAnyPlace(map: RangeMap, seed: string): DrawnPlace | null {
  const weights = map.points.map((point, at) => map.peaks[at]! * narrowing(point));
  const chosen = map.points[drawIndex(weights, seeded(seed))];
  return chosen ? { spot: spotOf(chosen), day: dayIn(chosen.month), far: null } : null;
}

/**
 * A place and a month from the species' range, drawn as often as observers meet it there, and a place far from it where
 * it does not live but other birds are watched. Null where the geo model does not know the species or gives it no home.
 */
export function drawPlace(map: RangeMap, species: TaxonId, seed: string): DrawnPlace | null {
  const chances = map.species.get(species);
  if (!chances) return null;
  const random = seeded(seed);
  const home = map.points.map((point, at) =>
    chances[at]! >= map.peaks[at]! * ABSENT ? chances[at]! * narrowing(point) : 0,
  );
  const chosen = map.points[drawIndex(home, random)];
  if (!chosen) return null;

  const lives = new Set(map.points.flatMap((point, at) => (home[at]! > 0 ? [keyOf(point)] : [])));
  const away = map.points.map((point, at) => {
    const elsewhere = point.month === chosen.month && !lives.has(keyOf(point)) && kilometres(point, chosen) >= FAR_KM;
    return elsewhere ? map.peaks[at]! * narrowing(point) : 0;
  });
  const far = map.points[drawIndex(away, random)];
  return { spot: spotOf(chosen), day: dayIn(chosen.month), far: far ? spotOf(far) : null };
}

function spotOf({ latitude, longitude }: Point): Spot {
  return { latitude, longitude };
}

function dayIn(month: number): string {
  return `2025-${String(month).padStart(2, '0')}-15`;
}

/** Cells of equal degrees get narrower towards the poles. */
function narrowing({ latitude }: Spot): number {
  return Math.cos((latitude * Math.PI) / 180);
}

function keyOf({ latitude, longitude }: Spot): string {
  return `${latitude} ${longitude}`;
}

/** Along the great circle. */
export function kilometres(a: Spot, b: Spot): number {
  const EARTH_KM = 6371;
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
