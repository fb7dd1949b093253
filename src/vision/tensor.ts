import type { Size } from '../domain/box';
import type { ImageInput } from '../packs/model-parts';

/** The input that a placed picture needs: the model's own, without the padding that it need not see. */
export function trimmedInput(placed: Size, input: ImageInput): ImageInput {
  const { trim } = input;
  if (!trim) return input;
  const side = (covered: number, whole: number): number =>
    covered >= whole ? whole : Math.min(whole, Math.ceil((covered + trim.keep) / trim.step) * trim.step);
  return { ...input, width: side(placed.width, input.width), height: side(placed.height, input.height) };
}

/** RGBA pixels to the float layout that the manifest describes, from the top left; what they leave free is padded. */
export function toTensor(rgba: Uint8ClampedArray, placed: Size, input: ImageInput): Float32Array {
  const { width, height, layout, channels, mean, std, pad } = input;
  const tensor = new Float32Array(width * height * 3);
  const [step, apart] = layout === 'nchw' ? [1, width * height] : [3, 1];
  const isPadded = placed.width < width || placed.height < height;
  for (let channel = 0; channel < 3; channel++) {
    const [zero, deviation] = [mean[channel]!, std[channel]!];
    const first = channel * apart;
    if (isPadded && pad !== 'mean') {
      for (let at = 0; at < width * height; at++) tensor[first + at * step] = (pad - zero) / deviation;
    }
    let from = channels === 'rgb' ? channel : 2 - channel;
    for (let y = 0; y < placed.height; y++) {
      let to = first + y * width * step;
      for (let x = 0; x < placed.width; x++, from += 4, to += step) tensor[to] = (rgba[from]! - zero) / deviation;
    }
  }
  return tensor;
}

export function tensorShape(input: ImageInput): number[] {
  return input.layout === 'nchw' ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3];
}
