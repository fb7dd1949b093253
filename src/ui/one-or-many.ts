import type { Place } from '../domain/observation';

/** What is known of each of several photos that were added together. */
export interface PhotoFacts {
  day: string | null;
  /** Seconds since midnight, as the camera wrote it. */
  time: number | null;
  place: Place | null;
  /** A very small copy: red, green and blue from 0 to 255, `SIDE` by `SIDE`; null where it could not be made. */
  copy: Uint8ClampedArray | null;
}

/** Why photos may show several birds rather than one. */
export type Difference = 'time' | 'place' | 'looks';

export const SIDE = 8;

// None of the three bounds is fitted to photos: too low a bound costs a question, too high a one two birds in one verdict.

/** Nobody photographs the same bird for longer without a break. */
const APART_SECONDS = 10 * 60;
/** How far a bird that is followed flies. */
const APART_KM = 1;
/** Mean difference of a colour, of 255: a burst of one bird in front of one background stays well below it. */
const APART_COLOURS = 40;

/** In what several photos differ so much that they may be of several birds. */
export function differencesOf(photos: readonly PhotoFacts[]): Difference[] {
  const some = (differ: (a: PhotoFacts, b: PhotoFacts) => boolean): boolean =>
    photos.some((a, index) => photos.slice(index + 1).some((b) => differ(a, b)));
  const found: Difference[] = [];
  if (some(apartInTime)) found.push('time');
  if (some(apartInPlace)) found.push('place');
  if (some(apartInLooks)) found.push('looks');
  return found;
}

function apartInTime(a: PhotoFacts, b: PhotoFacts): boolean {
  if (a.day === null || b.day === null) return false;
  if (a.day !== b.day) return true;
  return a.time !== null && b.time !== null && Math.abs(a.time - b.time) > APART_SECONDS;
}

export function apartInPlace(
  { place: a }: Pick<PhotoFacts, 'place'>,
  { place: b }: Pick<PhotoFacts, 'place'>,
): boolean {
  if (!a || !b) return false;
  const KM_A_DEGREE = 111.2;
  const north = (a.latitude - b.latitude) * KM_A_DEGREE;
  const around = Math.abs(a.longitude - b.longitude);
  const east = Math.min(around, 360 - around) * KM_A_DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east) > APART_KM + (a.precisionKm ?? 0) + (b.precisionKm ?? 0);
}

function apartInLooks({ copy: a }: PhotoFacts, { copy: b }: PhotoFacts): boolean {
  if (!a || !b || a.length !== b.length) return false;
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs(a[index]! - b[index]!);
  return sum / a.length > APART_COLOURS;
}
