import type { Remote } from 'comlink';
import type { Box, Size } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import type { WorkResult } from '../runtime/protocol';
import { ModelBridge } from '../runtime/model-bridge';
import type { PhotoFacts } from '../media/exif';
import { photoProblem } from '../media/problems';
import type { PixelStatistics } from './pixel-statistics';
import type { Detections, OpenResult, ViewRecipe, VisionApi } from './protocol';

/** After this long without an answer the worker counts as hung. Generous: a slow phone must not be mistaken for it. */
const LIMIT = { open: 60_000, run: 45_000, pixels: 15_000, facts: 5_000 } as const;

/** The page's side of the vision worker. A new worker gets the photos, views and models of the one it replaces. */
export class VisionBridge extends ModelBridge<VisionApi> {
  readonly #photos = new Map<ImageRef, Blob>();
  readonly #views = new Map<ImageRef, ViewRecipe>();

  constructor(create: () => Worker) {
    super(create, 'pictures');
  }

  async open(ref: ImageRef, blob: Blob): Promise<OpenResult> {
    const result = await this.run(async (api) => api.open(ref, blob), { limit: LIMIT.open });
    if (!result.ok) return { ok: false, problem: photoProblem('worker_lost') };
    if (result.value.ok) this.#photos.set(ref, blob);
    return result.value;
  }

  /** When and where a photo was taken, as its camera wrote it: the reader hangs on some broken files. */
  async readFacts(blob: Blob): Promise<PhotoFacts> {
    const result = await this.run(async (api) => api.readFacts(blob), { limit: LIMIT.facts });
    return result.ok ? result.value : { day: null, time: null, place: null };
  }

  close(ref: ImageRef): void {
    this.#photos.delete(ref);
    for (const view of this.#views.keys()) {
      if (view.startsWith(`${ref}.`)) this.#views.delete(view);
    }
    this.tell(async (api) => api.close(ref), LIMIT.pixels);
  }

  async makeView(ref: ImageRef, recipe: ViewRecipe, signal?: AbortSignal): Promise<WorkResult<Size>> {
    const result = await this.result((api) => api.makeView(ref, recipe), LIMIT.pixels, signal);
    if (result.ok) this.#views.set(ref, recipe);
    return result;
  }

  async picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    const result = await this.run((api) => api.picture(ref, region, maxSide), { limit: LIMIT.pixels });
    return result.ok ? result.value : null;
  }

  measure(ref: ImageRef, region: Box, signal?: AbortSignal): Promise<WorkResult<PixelStatistics>> {
    return this.result((api) => api.measure(ref, region), LIMIT.pixels, signal);
  }

  detect(ref: ImageRef, signal?: AbortSignal): Promise<WorkResult<Detections>> {
    return this.result((api) => api.detect(ref), LIMIT.run, signal);
  }

  classify(ref: ImageRef, region: Box, signal?: AbortSignal): Promise<WorkResult<Float32Array>> {
    return this.result((api) => api.classify(ref, region), LIMIT.run, signal);
  }

  geo(rows: [number, number, number][], signal?: AbortSignal): Promise<WorkResult<Float32Array>> {
    return this.result((api) => api.geo(rows), LIMIT.run, signal);
  }

  protected override async reopen(api: Remote<VisionApi>): Promise<void> {
    for (const [ref, blob] of this.#photos) await api.open(ref, blob);
    for (const [ref, recipe] of this.#views) await api.makeView(ref, recipe);
  }
}
