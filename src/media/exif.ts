import type exifr from 'exifr';
import * as v from 'valibot';
import { isDay, PlaceSchema, type Place } from '../domain/observation';
import { isOrientation, type Orientation } from './orientation';

export interface PhotoFacts {
  day: string | null;
  /** Seconds since midnight, by the camera's clock; null with the day, and where only the day is known. */
  time: number | null;
  place: Place | null;
}

interface CameraFacts extends PhotoFacts {
  orientation: Orientation;
}

const NOTHING: CameraFacts = { day: null, time: null, place: null, orientation: 1 };

const TAGS = [
  'Orientation',
  'DateTimeOriginal',
  'CreateDate',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSHPositioningError',
];

let loading: Promise<typeof exifr> | null = null;

/** Kept: a browser takes a third of a millisecond to import what it has already, and reading the tags a hundredth. */
function loadExifr(): Promise<typeof exifr> {
  loading ??= import('exifr').then(
    (module) => module.default,
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** What the camera wrote into the file. Whatever is missing or makes no sense is left out. */
export async function readExif(file: Blob | Uint8Array): Promise<CameraFacts> {
  try {
    const { parse } = await loadExifr();
    const options = { pick: TAGS, gps: true, reviveValues: false, translateValues: false };
    const tags: unknown = await parse(file, options);
    return factsFrom(tags);
  } catch {
    return NOTHING;
  }
}

const TagsSchema = v.object({
  Orientation: v.optional(v.unknown()),
  DateTimeOriginal: v.optional(v.unknown()),
  CreateDate: v.optional(v.unknown()),
  latitude: v.optional(v.unknown()),
  longitude: v.optional(v.unknown()),
  GPSHPositioningError: v.optional(v.unknown()),
});

export function factsFrom(tags: unknown): CameraFacts {
  const parsed = v.safeParse(TagsSchema, tags);
  if (!parsed.success) return NOTHING;
  const { Orientation, DateTimeOriginal, CreateDate, latitude, longitude, GPSHPositioningError: error } = parsed.output;
  const written = dayFrom(DateTimeOriginal) === null ? CreateDate : DateTimeOriginal;
  const day = dayFrom(written);
  return {
    day,
    time: day === null ? null : timeFrom(written),
    place: placeFrom(latitude, longitude, error),
    orientation: isOrientation(Orientation) ? Orientation : 1,
  };
}

/** EXIF writes `2024:05:17 06:12:00` in local time; cameras whose clock was never set write zeros. */
function dayFrom(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})/.exec(value);
  if (!match) return null;
  const [, year, month, day] = match;
  const iso = `${year}-${month}-${day}`;
  return isDay(iso) && Date.parse(iso) <= Date.now() + 24 * 3600 * 1000 ? iso : null;
}

/** The second part of `2024:05:17 06:12:00`. */
function timeFrom(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^.{10}[ T](\d{2}):(\d{2}):(\d{2})/.exec(value);
  if (!match) return null;
  const [hours, minutes, seconds] = match.slice(1).map(Number) as [number, number, number];
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** Phones without a fix write 0, 0, so that place is ignored. */
function placeFrom(latitude: unknown, longitude: unknown, errorMetres: unknown): Place | null {
  if (latitude === 0 && longitude === 0) return null;
  const precisionKm = typeof errorMetres === 'number' && errorMetres > 0 ? errorMetres / 1000 : null;
  const parsed = v.safeParse(PlaceSchema, { latitude, longitude, precisionKm, source: 'exif' });
  return parsed.success ? parsed.output : null;
}
