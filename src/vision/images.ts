import { clip, type Box, type Size } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { Picture, View, within, type Sampled } from '../media/picture';
import type { ImageInput } from '../packs/model-parts';
import { enhancePixels } from './enhance';
import { MEASURED_SIDE, pixelStatistics, type PixelStatistics } from './pixel-statistics';
import type { ViewRecipe } from './protocol';
import type { Placement } from '../packs/families/family';
import { shownOf } from '../packs/families/placement';
import { tensorShape, toTensor, trimmedInput } from './tensor';

/** What a model is given. */
export interface ModelView {
  numbers: Float32Array;
  shape: number[];
  placement: Placement;
  /** The input as it is used, which may be less than the model's whole. */
  input: ImageInput;
}

/** The decoded photos and the views made of them, by reference. Lives in the worker. */
export class ImageStore {
  readonly #images = new Map<ImageRef, Sampled>();
  /** Of the views that have no pixels of their own. */
  readonly #recipes = new Map<ImageRef, ViewRecipe>();

  add(ref: ImageRef, picture: Sampled): void {
    this.#images.set(ref, picture);
  }

  /** Forgets an image and every view made of it. */
  remove(ref: ImageRef): void {
    for (const held of this.#images.keys()) {
      if (held !== ref && !held.startsWith(`${ref}.`)) continue;
      this.#images.delete(held);
      this.#recipes.delete(held);
    }
  }

  get(ref: ImageRef): Size | undefined {
    return this.#images.get(ref);
  }

  /** The pixels behind a region of an image: for a view, the part of the original picture that it shows. */
  subject(ref: ImageRef, region: Box): { ref: ImageRef; shows: Box } {
    const recipe = this.#recipes.get(ref);
    return recipe ? this.subject(recipe.from, within(recipe.region, recipe, region)) : { ref, shows: region };
  }

  makeView(ref: ImageRef, recipe: ViewRecipe): Size | null {
    const { from, region, width, height, enhancement } = recipe;
    const source = this.#images.get(from);
    if (!source) return null;
    if (enhancement) {
      const data = source.sample(region, width, height);
      enhancePixels({ data, width, height }, enhancement);
      this.add(ref, Picture.fromRgba(data, width, height));
    } else {
      this.add(ref, new View(source, region, { width, height }));
      this.#recipes.set(ref, recipe);
    }
    return { width, height };
  }

  /** A copy for the screen. */
  async picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    const source = this.#images.get(ref);
    const shown =
      source && (region ? clip(region, source) : { x: 0, y: 0, width: source.width, height: source.height });
    if (!source || !shown) return null;
    const scale = Math.min(1, maxSide / Math.max(shown.width, shown.height));
    const width = Math.max(1, Math.round(shown.width * scale));
    const height = Math.max(1, Math.round(shown.height * scale));
    return createImageBitmap(new ImageData(source.sample(shown, width, height), width, height));
  }

  measure(ref: ImageRef, region: Box): PixelStatistics | null {
    const scale = Math.min(1, MEASURED_SIDE / Math.max(region.width, region.height));
    const width = Math.max(3, Math.round(region.width * scale));
    const height = Math.max(3, Math.round(region.height * scale));
    const data = this.#images.get(ref)?.sample(region, width, height);
    return data ? pixelStatistics(data, width, height) : null;
  }

  /** A region as the model wants it. */
  viewFor(ref: ImageRef, region: Box, whole: ImageInput): ModelView | null {
    const { shown, placement } = shownOf(region, whole);
    const pixels = this.#images.get(ref)?.sample(shown, placement.width, placement.height, whole.filter);
    const input = trimmedInput(placement, whole);
    return pixels ? { numbers: toTensor(pixels, placement, input), shape: tensorShape(input), placement, input } : null;
  }
}
