import * as v from 'valibot';
import { GivenAnswerSchema } from './questions/answers';

/** Names an image of the observation, or a view that a tool made of one: `photo-1`, `photo-1.crop-2`. */
export const ImageRefSchema = v.pipe(
  v.string(),
  v.regex(/^photo-\d+(\.[a-z]+-\d+)*$/, 'an image reference such as photo-1 or photo-1.crop-1'),
  v.brand('ImageRef'),
);
export type ImageRef = v.InferOutput<typeof ImageRefSchema>;

export const BoxSchema = v.object({
  x: v.pipe(v.number(), v.finite()),
  y: v.pipe(v.number(), v.finite()),
  width: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  height: v.pipe(v.number(), v.finite(), v.gtValue(0)),
});

export const PLACE_SOURCES = ['exif', 'typed', 'map', 'device', 'search', 'given'] as const;

export const PlaceSchema = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  /** Radius within which the bird was, as far as the observer knows or wants to say. */
  precisionKm: v.nullable(v.pipe(v.number(), v.gtValue(0))),
  source: v.picklist(PLACE_SOURCES),
  /** The name by which the observer chose it: "Munich, Bavaria, Germany". */
  name: v.optional(v.string()),
});
export type Place = v.InferOutput<typeof PlaceSchema>;

export const PhotoSchema = v.object({
  ref: ImageRefSchema,
  name: v.string(),
  width: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  height: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  /** The bird that this run is about, where the photo shows several and the observer chose one. */
  focus: v.nullable(BoxSchema),
});
export type Photo = v.InferOutput<typeof PhotoSchema>;

/** Names a recording of the observation: `sound-1`. */
export const SoundRefSchema = v.pipe(
  v.string(),
  v.regex(/^sound-\d+$/, 'a sound reference such as sound-1'),
  v.brand('SoundRef'),
);
export type SoundRef = v.InferOutput<typeof SoundRefSchema>;

/** A part of a recording, in seconds from its start. */
export const StretchSchema = v.pipe(
  v.object({ from: v.pipe(v.number(), v.finite(), v.minValue(0)), to: v.pipe(v.number(), v.finite(), v.gtValue(0)) }),
  v.check(({ from, to }) => to > from, 'a stretch that ends after it begins'),
);
export type Stretch = v.InferOutput<typeof StretchSchema>;

export const SoundSchema = v.object({
  ref: SoundRefSchema,
  name: v.string(),
  seconds: v.pipe(v.number(), v.gtValue(0)),
  /** As recorded, in Hz. */
  sampleRate: v.pipe(v.number(), v.gtValue(0)),
  channels: v.pipe(v.number(), v.integer(), v.gtValue(0)),
});
export type Sound = v.InferOutput<typeof SoundSchema>;

/** Whether a text such as `2026-05-17` is a day of the calendar: 31 February is none. */
export function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** `2026-05-17`: the day the bird was there, in local time. */
export const DaySchema = v.pipe(v.string(), v.isoDate('a day such as 2026-05-17'));

/** Characters: a few sentences, and never the larger part of a prompt. */
export const MAX_NOTE = 500;

export const ObservationSchema = v.object({
  id: v.string(),
  photos: v.array(PhotoSchema),
  /** Left out by observations that were saved before there were sounds. */
  sounds: v.optional(v.array(SoundSchema), []),
  place: v.nullable(PlaceSchema),
  day: v.nullable(DaySchema),
  /** What the observer wrote: a description, a guess, a question. */
  note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE))),
  /** What the observer said of the bird before anything was looked at, or of an earlier run of the same observation. */
  answers: v.optional(v.array(GivenAnswerSchema)),
});
export type Observation = v.InferOutput<typeof ObservationSchema>;

/** Month 1-12 of an ISO day; null where the day names no month of the year. */
export function monthOf(day: string): number | null {
  const month = Number(day.slice(5, 7));
  return Number.isInteger(month) && month >= 1 && month <= 12 ? month : null;
}
