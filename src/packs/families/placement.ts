import type { Box, Size } from '../../domain/box';
import type { ImageInput } from '../model-parts';
import { coveredPart } from './bioclip/place';
import { placeByShortest, type Sides } from './grounding-dino/place';
import type { Placement } from './family';

/** Which part of a region a model is shown, and where that lands on its input. */
export function shownOf(region: Box, input: ImageInput | (ImageInput & Sides)): { shown: Box; placement: Placement } {
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
  // Whole pixels, as in training; the two sides then have slightly different scales.
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
