import { coveredPart } from '../adapters/bioclip/place';
import { placeByShortest } from '../adapters/grounding-dino/place';
import type { Box, Size } from '../domain/box';
import type { DetectorModel, ImageInput } from '../packs/manifest';
import kernelBytes from './tensor.wat';

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

interface Kernel {
  memory: WebAssembly.Memory;
  apart: (rgba: number, fours: number, out: number, apart: number) => void;
  together: (rgba: number, fours: number, out: number) => void;
}

let kernel: Kernel | null = null;

function theKernel(): Kernel {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(kernelBytes)).exports as unknown as Kernel;
  return kernel;
}

/** Which byte of a pixel goes where, then how each channel is scaled: see tensor.wat. */
const CONSTANTS = 16;
const PIXELS = 48;
const PAGE = 65_536;

/**
 * RGBA pixels to the float layout that the manifest describes, from the top left; what they leave free is padded.
 * Whatever `tensor` held before is gone.
 */
export function toTensor(rgba: Uint8ClampedArray, placed: Size, input: ImageInput, tensor: Float32Array): Float32Array {
  const { memory, apart, together } = theKernel();
  const count = input.width * input.height;
  // The kernel takes four pixels at a time: some come to lie behind the last.
  const whole = Math.ceil(count / 4) * 4;
  const out = PIXELS + whole * 4;
  const missing = out + whole * 3 * 4 - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));

  const bytes = new Uint8Array(memory.buffer);
  for (let at = 0; at < 16; at++) bytes[at] = input.channels === 'rgb' || at % 4 === 3 ? at : at - 2 * (at % 4) + 2;
  const constants = new Float32Array(memory.buffer, CONSTANTS, 6);
  constants.set(input.std.map((deviation) => 1 / deviation));
  constants.set(
    input.mean.map((mean, channel) => -mean / input.std[channel]!),
    3,
  );
  const isWhole = placed.width === input.width && placed.height === input.height;
  if (isWhole) bytes.set(rgba, PIXELS);
  else {
    for (let y = 0; y < placed.height; y++) {
      const row = rgba.subarray(y * placed.width * 4, (y + 1) * placed.width * 4);
      bytes.set(row, PIXELS + y * input.width * 4);
    }
  }
  if (input.layout === 'nhwc') {
    together(PIXELS, whole / 4, out);
    tensor.set(new Float32Array(memory.buffer, out, count * 3));
  } else {
    apart(PIXELS, whole / 4, out, whole * 4);
    for (let channel = 0; channel < 3; channel++) {
      tensor.set(new Float32Array(memory.buffer, out + channel * whole * 4, count), channel * count);
    }
  }
  if (!isWhole) pad(tensor, placed, input);
  return tensor;
}

/** Fills what lies to the right of the picture and below it. */
function pad(tensor: Float32Array, placed: Size, { width, height, layout, ...input }: ImageInput): void {
  const [step, apart] = layout === 'nchw' ? [1, width * height] : [3, 1];
  for (let channel = 0; channel < 3; channel++) {
    const value = input.pad === 'mean' ? 0 : (input.pad - input.mean[channel]!) / input.std[channel]!;
    for (let y = 0; y < height; y++) {
      const from = (y * width + (y < placed.height ? placed.width : 0)) * step + channel * apart;
      const to = (y + 1) * width * step + channel * apart;
      if (step === 1) tensor.fill(value, from, to);
      else for (let at = from; at < to; at += step) tensor[at] = value;
    }
  }
}

export function tensorShape(input: ImageInput): number[] {
  return input.layout === 'nchw' ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3];
}
