import { clip, type Box, type Size } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { MEASURED_SIDE, pixelStatistics, type PixelStatistics } from '../tools/quality_gate/pixels';
import { enhancePixels } from '../tools/enhance/pixels';
import type { ImageInput } from '../packs/manifest';
import type { ViewRecipe } from './protocol';
import { placeOnInput, toTensor, type Placement } from './tensor';

/** The decoded photos and the views made of them, by reference. Lives in the worker. */
export class ImageStore {
  readonly #images = new Map<ImageRef, ImageBitmap>();

  add(ref: ImageRef, bitmap: ImageBitmap): void {
    this.#images.get(ref)?.close();
    this.#images.set(ref, bitmap);
  }

  /** Forgets an image and every view made of it. */
  remove(ref: ImageRef): void {
    for (const [held, bitmap] of this.#images) {
      if (held !== ref && !held.startsWith(`${ref}.`)) continue;
      bitmap.close();
      this.#images.delete(held);
    }
  }

  get(ref: ImageRef): ImageBitmap | undefined {
    return this.#images.get(ref);
  }

  makeView(ref: ImageRef, { from, region, width, height, enhancement }: ViewRecipe): Size | null {
    const source = this.#images.get(from);
    if (!source) return null;
    const { canvas, context } = blankCanvas(width, height);
    draw(context, source, region, width, height);
    if (enhancement) {
      const pixels = context.getImageData(0, 0, width, height);
      enhancePixels(pixels, enhancement);
      context.putImageData(pixels, 0, 0);
    }
    this.add(ref, canvas.transferToImageBitmap());
    return { width, height };
  }

  /** A copy for the screen. */
  async picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    const source = this.#images.get(ref);
    const shown =
      source && (region ? clip(region, source) : { x: 0, y: 0, width: source.width, height: source.height });
    if (!source || !shown) return null;
    const scale = Math.min(1, maxSide / Math.max(shown.width, shown.height));
    return createImageBitmap(source, shown.x, shown.y, shown.width, shown.height, {
      resizeWidth: Math.max(1, Math.round(shown.width * scale)),
      resizeHeight: Math.max(1, Math.round(shown.height * scale)),
      resizeQuality: 'medium',
    });
  }

  measure(ref: ImageRef, region: Box): PixelStatistics | null {
    const source = this.#images.get(ref);
    if (!source) return null;
    const scale = Math.min(1, MEASURED_SIDE / Math.max(region.width, region.height));
    const width = Math.max(3, Math.round(region.width * scale));
    const height = Math.max(3, Math.round(region.height * scale));
    const { context } = blankCanvas(width, height);
    draw(context, source, region, width, height);
    return pixelStatistics(context.getImageData(0, 0, width, height).data, width, height);
  }

  /** A region as the model wants it. */
  tensor(ref: ImageRef, region: Box, input: ImageInput): { data: Float32Array; placement: Placement } | null {
    const source = this.#images.get(ref);
    if (!source) return null;
    const placement = placeOnInput(region, input);
    const { context } = blankCanvas(input.width, input.height);
    context.fillStyle = `rgb(${input.pad} ${input.pad} ${input.pad})`;
    context.fillRect(0, 0, input.width, input.height);
    draw(context, source, region, placement.width, placement.height);
    return { data: toTensor(context.getImageData(0, 0, input.width, input.height).data, input), placement };
  }
}

/** `willReadFrequently` keeps the pixels on the CPU: the same numbers on every graphics card. */
function blankCanvas(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new RangeError('no memory for a canvas');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

function draw(
  context: OffscreenCanvasRenderingContext2D,
  source: ImageBitmap,
  { x, y, width, height }: Box,
  toWidth: number,
  toHeight: number,
): void {
  context.drawImage(source, x, y, width, height, 0, 0, toWidth, toHeight);
}
