import type { Result } from '../domain/result';
import type { Box, ScoredBox, Size } from '../domain/box';
import type { PhotoFacts } from '../media/exif';
import type { ImageRef, Place } from '../domain/observation';
import type { WorkerApi, WorkResult } from '../runtime/protocol';
import type { PhotoProblem } from '../media/problems';
import type { Enhancement } from '../domain/tools/enhance';
import type { PixelStatistics } from './pixel-statistics';

/** What crosses between the page and the vision worker. Results are values: an error would lose its code on the way. */

export interface OpenedImage extends Size {
  /** What the camera wrote into the file. */
  day: string | null;
  /** Seconds since midnight. */
  time: number | null;
  place: Place | null;
}
export type OpenResult = Result<OpenedImage, PhotoProblem>;

/** How a view is made from another image; kept by the page, so that a rebuilt worker can make it again. */
export interface ViewRecipe {
  from: ImageRef;
  region: Box;
  width: number;
  height: number;
  enhancement: Enhancement | null;
}

export interface Detections {
  birds: ScoredBox[];
  /** Boxes below the threshold, best first. */
  faint: ScoredBox[];
}

export interface VisionApi extends WorkerApi {
  open(ref: ImageRef, blob: Blob): Promise<OpenResult>;
  /** What the camera wrote into a photo, which is not opened. */
  readFacts: (blob: Blob) => Promise<PhotoFacts>;
  close(ref: ImageRef): void;
  makeView(ref: ImageRef, recipe: ViewRecipe): WorkResult<Size>;
  picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null>;
  measure(ref: ImageRef, region: Box): WorkResult<PixelStatistics>;
  detect(ref: ImageRef): Promise<WorkResult<Detections>>;
  /** Raw outputs of the image classifier, in label order. */
  classify(ref: ImageRef, region: Box): Promise<WorkResult<Float32Array>>;
  /** Raw outputs of the geo model for rows of latitude, longitude and time, one after the other. */
  geo(rows: [number, number, number][]): Promise<WorkResult<Float32Array>>;
}
