import type { Size } from '../domain/box';
import type { ImageInput } from '../packs/model-parts';
import { placePixels, roomUpTo, startKernel } from '../media/kernels';
import kernelBytes from './tensor.wat';

/** The input that a placed picture needs: the model's own, without the padding that it need not see. */
export function trimmedInput(placed: Size, input: ImageInput): ImageInput {
  const { trim } = input;
  if (!trim) return input;
  const side = (covered: number, whole: number): number =>
    covered >= whole ? whole : Math.min(whole, Math.ceil((covered + trim.keep) / trim.step) * trim.step);
  return { ...input, width: side(placed.width, input.width), height: side(placed.height, input.height) };
}

interface Kernel {
  apart: (rgba: number, fours: number, out: number, apart: number) => void;
  together: (rgba: number, fours: number, out: number) => void;
}

let kernel: Kernel | null = null;

function theKernel(): Kernel {
  kernel ??= startKernel(kernelBytes) as unknown as Kernel;
  return kernel;
}

/** Which byte of a pixel goes where, then how each channel is scaled: see tensor.wat. */
const CONSTANTS = 16;

/**
 * RGBA pixels to the float layout that the manifest describes, from the top left; what they leave free is padded. The
 * numbers are lent (see kernels.ts).
 */
export function toTensor(rgba: Uint8ClampedArray, placed: Size, input: ImageInput): Float32Array {
  const { apart, together } = theKernel();
  const count = input.width * input.height;
  // The kernel takes four pixels at a time, row by row where they leave room on the right: some come to lie behind.
  const isWide = placed.width === input.width;
  const [rows, length] = isWide ? [1, placed.width * placed.height] : [placed.height, placed.width];
  const fours = Math.ceil(length / 4);
  const spills = fours * 4 > (isWide ? count : input.width);
  const plane = count * 4 + (spills ? 16 : 0);
  const { pixels, behind } = placePixels(rgba, plane * 3 + 48);
  const buffer = roomUpTo(0);
  setConstants(buffer, input);
  for (let row = 0; row < rows; row++) {
    const from = pixels + row * length * 4;
    if (input.layout === 'nhwc') together(from, fours, behind + row * input.width * 12);
    else apart(from, fours, behind + row * input.width * 4, plane);
  }
  const tensor =
    input.layout === 'nhwc' ? new Float32Array(buffer, behind, count * 3) : joined(buffer, behind, plane, count);
  if (!isWide || placed.height !== input.height) pad(tensor, placed, input);
  return tensor;
}

function setConstants(buffer: ArrayBuffer, { channels, mean, std }: ImageInput): void {
  const order = new Uint8Array(buffer, 0, 16);
  for (let at = 0; at < 16; at++) order[at] = channels === 'rgb' || at % 4 === 3 ? at : at - 2 * (at % 4) + 2;
  const constants = new Float32Array(buffer, CONSTANTS, 6);
  constants.set(std.map((deviation) => 1 / deviation));
  constants.set(
    mean.map((value, channel) => -value / std[channel]!),
    3,
  );
}

/** Three planes one right after the other, which they are but for odd sizes. */
function joined(buffer: ArrayBuffer, at: number, plane: number, count: number): Float32Array {
  const bytes = new Uint8Array(buffer);
  for (let channel = 1; channel < 3 && plane > count * 4; channel++) {
    const from = at + channel * plane;
    bytes.copyWithin(at + channel * count * 4, from, from + count * 4);
  }
  return new Float32Array(buffer, at, count * 3);
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
