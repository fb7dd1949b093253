import type { Result } from '../src/domain/result';
import * as v from 'valibot';
import type { TaxonId } from '../src/domain/taxonomy';

export const MODALITIES = ['image', 'sound', 'image_sound'] as const;
export type Modality = (typeof MODALITIES)[number];

export const TIERS = ['common', 'uncommon', 'rare'] as const;
export type Tier = (typeof TIERS)[number];

export const SpotSchema = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});
/** Where the set says that an item was recorded. */
export type Spot = v.InferOutput<typeof SpotSchema>;

/** One question of an evaluation set: what is to be named, and what is right. */
export interface Item {
  id: string;
  modality: Modality;
  /** The species; null where there is no bird at all. */
  truth: TaxonId | null;
  /** Paths as the set gives them, relative to its folder. */
  image: string | null;
  audio: string | null;
  tier: Tier | null;
  /** Where and when, as far as the set says. */
  spot: Spot | null;
  day: string | null;
  /** A place where the bird does not live, where the set names one. */
  farSpot: Spot | null;
  /** Who recorded it, or where it comes from: a split keeps what is of one source on one side. Null where the set does not say. */
  source: string | null;
  /** Tools that the set says have to be called. */
  needed: readonly string[];
}

/** A set that cannot be read: which file, which line of it, which field, and what is wrong there. */
export interface SetProblem {
  file: string;
  line: number;
  field: string | null;
  message: string;
}

/** `notes`: problems that do not stop the evaluation. */
export type SetResult = Result<{ items: Item[]; notes: SetProblem[] }, SetProblem>;

/** `labels.json, line 12, field "scientific_name": ...` */
export function describeSetProblem({ file, line, field, message }: SetProblem): string {
  return `${file}, line ${line}${field === null ? '' : `, field "${field}"`}: ${message}`;
}

/** What has to be called for an item when its set does not say: the tools without which nothing can be named. */
export function toolsNeeded(modality: Modality): string[] {
  const see = modality === 'sound' ? [] : ['detect_bird', 'classify_image'];
  const hear = modality === 'image' ? [] : ['classify_sound'];
  return [...see, ...hear, 'geo_prior'];
}
