import type { Place } from '../domain/observation';

/** Where and when somebody was, and when they last entered it. */
export interface Outing {
  place: Place;
  day: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** People who go through the photos of a day do so within a day of entering the place. */
const STILL_THE_SAME_MS = 18 * 3600 * 1000;

/** The place and day of the last outing, for an observation that has no place and may be of it. */
export function suggestOuting(
  { place, day }: { place: Place | null; day: string | null },
  last: Outing | null,
  now: number,
): { place: Place; day: string | null } | null {
  if (place || !last) return null;
  if (day !== null && last.day !== null && day !== last.day) return null;
  const sameDay = day !== null && day === last.day;
  if (!sameDay && now - last.at > STILL_THE_SAME_MS) return null;
  return { place: last.place, day: day ?? last.day };
}
