import type { ScoredBox, Size } from '../../domain/box';
import type { PackResult } from '../errors';
import type { ImageInput } from '../model-parts';

/**
 * What a family of models does before and after its network; its schema lies beside it. A new family is a folder with a
 * schema and one of these, a line in manifest.ts and a line in the list of its role (detectors.ts, images.ts, sounds.ts,
 * places.ts).
 */

/** Where an image lands on a model's input, and how to get back. */
export interface Placement {
  /** Input pixels per image pixel. */
  scaleX: number;
  scaleY: number;
  width: number;
  height: number;
}

/** One input of a network. */
export interface Feed {
  name: string;
  data: Float32Array;
  shape: readonly number[];
}

export interface DetectorFamily<Model> {
  /** What goes in beside the picture. */
  beside(model: Model, placed: Size): Feed[];
  /** Boxes in pixels of the input, of at least this score. */
  decode(
    output: Float32Array,
    model: Model,
    view: { placement: Placement; input: ImageInput },
    atLeast: number,
  ): ScoredBox[];
}

/** Turns what the network gives into a number for each label; null where it is of the wrong length. */
export type LabelScores = (output: Float32Array) => Float32Array | null;

export interface ImageFamily<Model> {
  /** Reads what the family needs besides its network. */
  open(model: Model, read: (path: string) => Promise<PackResult<Uint8Array>>): Promise<PackResult<LabelScores>>;
}

/** Turns a window of samples into the network's input. */
export type FrontEnd = (samples: Float32Array) => Omit<Feed, 'name'>;

export interface SoundFamily<Model> {
  frontEnd(model: Model): FrontEnd;
  scores(output: Float32Array): Float32Array;
}

export type PlaceTime = readonly [latitude: number, longitude: number, time: number];

export interface PlaceFamily<Model> {
  encode(rows: readonly PlaceTime[]): Omit<Feed, 'name'>;
  /** How many times of the year it tells apart: 1, 12 or 48. */
  timesOfYear(model: Model): 1 | 12 | 48;
}
