import type { Box, Size } from '../domain/box';
import type { ImageInput } from '../packs/manifest';

/** Where an image lands on a model's input, and how to get back. */
export interface Placement {
  /** Input pixels per image pixel. */
  scaleX: number;
  scaleY: number;
  width: number;
  height: number;
}

export function placeOnInput(region: Size, input: ImageInput): Placement {
  if (input.fit === 'stretch') {
    return {
      scaleX: input.width / region.width,
      scaleY: input.height / region.height,
      width: input.width,
      height: input.height,
    };
  }
  const scale = Math.min(input.width / region.width, input.height / region.height);
  return { scaleX: scale, scaleY: scale, width: region.width * scale, height: region.height * scale };
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

/** RGBA bytes to the float layout that the manifest describes. */
export function toTensor(rgba: Uint8ClampedArray, input: ImageInput): Float32Array {
  const pixels = input.width * input.height;
  const tensor = new Float32Array(pixels * 3);
  for (let channel = 0; channel < 3; channel++) {
    const source = input.channels === 'rgb' ? channel : 2 - channel;
    const factor = 1 / input.std[channel]!;
    const offset = -input.mean[channel]! * factor;
    const step = input.layout === 'nchw' ? 1 : 3;
    let target = input.layout === 'nchw' ? channel * pixels : channel;
    for (let i = source; i < rgba.length; i += 4, target += step) tensor[target] = rgba[i]! * factor + offset;
  }
  return tensor;
}

export function tensorShape(input: ImageInput): number[] {
  return input.layout === 'nchw' ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3];
}
