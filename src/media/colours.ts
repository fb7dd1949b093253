import type { Profile } from './profile';

/** From XYZ under D50 to the light of sRGB's channels: the inverse of what sRGB's own profile holds (ICC, sRGB v2). */
const XYZ_TO_SRGB = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
];

/** Steps of light, from 0 to 1, for which the level is kept: between two of them lies at most half a level but in the darkest. */
const STEPS = 4095;

const LEVELS = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encoded(step / STEPS)));

/** sRGB's level, 0-1, of a light. */
function encoded(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

/**
 * Turns colours of a camera's wider space into sRGB. Done on the few pixels that are looked at, not on the photo: the
 * browser would make RGBA of all of it first, twelve times slower and in almost three times the memory.
 */
export class Colours {
  readonly #curves: Profile['curves'];
  readonly #matrix: readonly number[];

  constructor({ curves, matrix }: Profile) {
    this.#curves = curves;
    this.#matrix = [0, 3, 6].flatMap((row) =>
      [0, 1, 2].map((column) =>
        [0, 1, 2].reduce((sum, k) => sum + STEPS * XYZ_TO_SRGB[row + k]! * matrix[3 * k + column]!, 0),
      ),
    );
  }

  /** In place. What lies outside sRGB becomes the nearest level of each channel. */
  toSrgb(rgba: Uint8ClampedArray): void {
    const [reds, greens, blues] = this.#curves;
    const [rr, rg, rb, gr, gg, gb, br, bg, bb] = this.#matrix as unknown as Record<number, number> & number[];
    for (let at = 0; at < rgba.length; at += 4) {
      const red = reds[rgba[at]!]!;
      const green = greens[rgba[at + 1]!]!;
      const blue = blues[rgba[at + 2]!]!;
      rgba[at] = level(rr! * red + rg! * green + rb! * blue);
      rgba[at + 1] = level(gr! * red + gg! * green + gb! * blue);
      rgba[at + 2] = level(br! * red + bg! * green + bb! * blue);
    }
  }
}

function level(light: number): number {
  return LEVELS[light <= 0 ? 0 : light >= STEPS ? STEPS : (light + 0.5) | 0]!;
}
