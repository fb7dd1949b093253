import type { Box, Size } from '../domain/box';
import type { ImageRef, Place } from '../domain/observation';
import type { ToolErrorCode } from '../domain/outcome';
import type { PhotoProblem } from '../media/problems';
import type { Manifest, Role } from '../packs/manifest';
import type { PackProblem } from '../packs/errors';
import type { Enhancement } from '../tools/enhance/schema';
import type { PixelStatistics } from '../tools/quality_gate/pixels';

/** What crosses between the page and the vision worker. Results are values: an error would lose its code on the way. */

export type Provider = 'wasm' | 'webgpu';

export interface VisionProblem {
  code: ToolErrorCode;
  message: string;
}
export type VisionResult<T> = { ok: true; value: T } | { ok: false; problem: VisionProblem };

export interface OpenedImage extends Size {
  /** What the camera wrote into the file. */
  day: string | null;
  place: Place | null;
}
export type OpenResult = { ok: true; value: OpenedImage } | { ok: false; problem: PhotoProblem };

/** How a view is made from another image; kept by the page, so that a rebuilt worker can make it again. */
export interface ViewRecipe {
  from: ImageRef;
  region: Box;
  width: number;
  height: number;
  enhancement: Enhancement | null;
}

export interface LoadRequest {
  base: string;
  manifest: Manifest;
  role: Role;
  provider: Provider;
  /** Run the golden vector and time it; left out on a device where this model has already passed. */
  check: boolean;
}

export interface LoadedModel {
  /** Time of one warm run of the golden input; null where it was not run. */
  milliseconds: number | null;
}
export type LoadResult = { ok: true; value: LoadedModel } | { ok: false; problem: PackProblem };

export interface ScoredBox {
  box: Box;
  score: number;
}

export interface Detections {
  birds: ScoredBox[];
  bestBelow: number;
}

export interface VisionApi {
  /** Holds a lock of this name for as long as the worker lives, so that the page learns of its death at once. Resolves when held. */
  holdLock(name: string): Promise<void>;
  open(ref: ImageRef, blob: Blob): Promise<OpenResult>;
  close(ref: ImageRef): void;
  makeView(ref: ImageRef, recipe: ViewRecipe): VisionResult<Size>;
  picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null>;
  measure(ref: ImageRef, region: Box): VisionResult<PixelStatistics>;
  load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult>;
  detect(ref: ImageRef): Promise<VisionResult<Detections>>;
  /** Raw outputs of the image classifier, in label order. */
  classify(ref: ImageRef, region: Box): Promise<VisionResult<Float32Array>>;
  /** Raw outputs of the geo model for rows of latitude, longitude and time, one after the other. */
  geo(rows: [number, number, number][]): Promise<VisionResult<Float32Array>>;
}
