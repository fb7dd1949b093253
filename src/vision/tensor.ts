import { coveredPart } from '../adapters/bioclip/place';
import { placeByShortest } from '../adapters/grounding-dino/place';
import type { Box, Size } from '../domain/box';
import type { DetectorModel, ImageInput } from '../packs/manifest';

/** Where an image lands on a model's input, and how to get back. */
export interface Placement {
  /** Input pixels per image pixel. */
  scaleX: number;
  scaleY: number;
  width: number;
  height: number;
}

/** Which part of a region a model is shown, and where that lands on its input. */
export function shownOf(region: Box, input: ImageInput | DetectorModel['input']): { shown: Box; placement: Placement } {
  if ('shortest' in input) return { shown: region, placement: placeByShortest(region, input) };
  const shown = input.fit === 'cover' ? coveredPart(region, input) : region;
  return { shown, placement: placeOnInput(shown, input) };
}

export function placeOnInput(region: Size, input: ImageInput): Placement {
  if (input.fit !== 'letterbox') {
    return {
      scaleX: input.width / region.width,
      scaleY: input.height / region.height,
      width: input.width,
      height: input.height,
    };
  }
  const scale = Math.min(input.width / region.width, input.height / region.height);
  // Whole pixels, as in training; each side then has a scale of its own, by a hair.
  const width = Math.max(1, Math.round(region.width * scale));
  const height = Math.max(1, Math.round(region.height * scale));
  return { scaleX: width / region.width, scaleY: height / region.height, width, height };
}

/** A box on the model's input, back in pixels of the image. */
export function backToImage(box: Box, placement: Placement): Box {
  return {
    x: box.x / placement.scaleX,
    y: box.y / placement.scaleY,
    width: box.width / placement.scaleX,
    height: box.height / placement.scaleY,
  };
}

/** How many numbers go in. */
export function tensorSize({ width, height }: ImageInput): number {
  return width * height * 3;
}

/**
 * RGBA pixels to the float layout that the manifest describes, from the top left; what they leave free is padded.
 * Whatever `tensor` held before is gone.
 */
export function toTensor(rgba: Uint8ClampedArray, placed: Size, input: ImageInput, tensor: Float32Array): Float32Array {
  const pixels = input.width * input.height;
  const [step, apart] = input.layout === 'nchw' ? [1, pixels] : [3, 1];
  const [r, g, b] = input.channels === 'rgb' ? ([0, 1, 2] as const) : ([2, 1, 0] as const);
  const factor = input.std.map((deviation) => 1 / deviation);
  const offset = input.mean.map((mean, channel) => -mean * factor[channel]!);
  const [redFactor, greenFactor, blueFactor] = [factor[r]!, factor[g]!, factor[b]!];
  const [redOffset, greenOffset, blueOffset] = [offset[r]!, offset[g]!, offset[b]!];
  if (placed.width < input.width || placed.height < input.height) {
    for (let channel = 0; channel < 3; channel++) {
      const pad = input.pad === 'mean' ? 0 : input.pad * factor[channel]! + offset[channel]!;
      if (step === 1) tensor.fill(pad, channel * pixels, (channel + 1) * pixels);
      else for (let at = channel; at < tensor.length; at += 3) tensor[at] = pad;
    }
  }
  let source = 0;
  for (let y = 0; y < placed.height; y++) {
    let target = y * input.width * step;
    for (let x = 0; x < placed.width; x++, source += 4, target += step) {
      tensor[target + r * apart] = rgba[source]! * redFactor + redOffset;
      tensor[target + g * apart] = rgba[source + 1]! * greenFactor + greenOffset;
      tensor[target + b * apart] = rgba[source + 2]! * blueFactor + blueOffset;
    }
  }
  return tensor;
}

export function tensorShape(input: ImageInput): number[] {
  return input.layout === 'nchw' ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3];
}
