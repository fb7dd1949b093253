import { describe, expect, test } from 'vitest';
import { jpeg } from '../testing/jpeg.ts';
import { Colours } from './colours';
import { profileOfJpeg, readProfile } from './profile';

type Triple = readonly [number, number, number];

const fixed = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65_536), 4 * index));
  return bytes;
};
const head = (type: string): Buffer => Buffer.concat([Buffer.from(type), Buffer.alloc(4)]);
const xyz = (values: Triple): Buffer => Buffer.concat([head('XYZ '), fixed(...values)]);

function curve(...samples: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * samples.length);
  bytes.writeUInt32BE(samples.length);
  samples.forEach((sample, index) => bytes.writeUInt16BE(sample, 4 + 2 * index));
  return Buffer.concat([head('curv'), bytes]);
}
const gamma = (value: number): Buffer => curve(Math.round(value * 256));

function parametric(kind: number, ...parameters: number[]): Buffer {
  return Buffer.concat([head('para'), Buffer.from([0, kind, 0, 0]), fixed(...parameters)]);
}

function profile(columns: readonly [Triple, Triple, Triple], trc: Buffer, more: Record<string, Buffer> = {}): Buffer {
  const [red, green, blue] = columns;
  const colorants = { rXYZ: xyz(red), gXYZ: xyz(green), bXYZ: xyz(blue) };
  const tags = Object.entries({ ...colorants, rTRC: trc, gTRC: trc, bTRC: trc, ...more });
  const start = Buffer.alloc(132 + 12 * tags.length);
  start.write('RGB XYZ ', 16);
  start.writeUInt32BE(tags.length, 128);
  let at = start.length;
  tags.forEach(([name, body], index) => {
    start.write(name, 132 + 12 * index);
    start.writeUInt32BE(at, 136 + 12 * index);
    start.writeUInt32BE(body.length, 140 + 12 * index);
    at += body.length;
  });
  return Buffer.concat([start, ...tags.map(([, body]) => body)]);
}

// Colorants and curves as the spaces' own profiles have them.
const ADOBE = profile(
  [
    [0.6097, 0.3111, 0.0195],
    [0.2053, 0.6257, 0.0609],
    [0.1492, 0.0632, 0.7446],
  ],
  gamma(2.19921875),
);
const SRGB_CURVE = parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);
const P3 = profile(
  [
    [0.5151, 0.2412, -0.0011],
    [0.292, 0.6922, 0.0419],
    [0.1571, 0.0666, 0.7841],
  ],
  SRGB_CURVE,
);
const SRGB: readonly [Triple, Triple, Triple] = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];

function inSrgb(icc: Buffer, ...colour: number[]): number[] {
  const pixel = Uint8ClampedArray.of(...colour, 7);
  new Colours(readProfile(icc)!).toSrgb(pixel);
  return [...pixel];
}

describe('colours of a wider space become sRGB', () => {
  // What LittleCMS 2 makes of them, relative colorimetric.
  test.each([
    ['Adobe RGB', ADOBE, [0, 0, 0], [0, 0, 0]],
    ['Adobe RGB', ADOBE, [255, 255, 255], [255, 255, 255]],
    ['Adobe RGB', ADOBE, [128, 128, 128], [129, 129, 129]],
    ['Adobe RGB', ADOBE, [200, 100, 50], [227, 100, 42]],
    ['Adobe RGB', ADOBE, [90, 160, 70], [0, 161, 60]],
    ['Display P3', P3, [128, 128, 128], [128, 128, 128]],
    ['Display P3', P3, [200, 100, 50], [215, 93, 31]],
    ['Display P3', P3, [60, 120, 180], [30, 122, 185]],
    ['Display P3', P3, [20, 30, 10], [17, 30, 7]],
  ])('%s', (_, icc, colour, wanted) => {
    const got = inSrgb(icc, ...colour);
    wanted.forEach((level, channel) => expect(Math.abs(got[channel]! - level)).toBeLessThanOrEqual(1));
    expect(got[3], 'the fourth byte').toBe(7);
  });
});

describe('curves', () => {
  const dark = (trc: Buffer): number => readProfile(profile(SRGB, trc))!.curves[0][64]!;
  const x = 64 / 255;

  test.each([
    ['none: light is the level', curve(), x],
    ['one number: a power', gamma(2), x ** 2],
    ['samples, with straight lines between', curve(0, 16_384, 65_535), (x * 2 * 16_384) / 65_535],
    ['a power', parametric(0, 2), x ** 2],
    ['a power of a line', parametric(1, 2, 1.2, -0.2), (1.2 * x - 0.2) ** 2],
    ['a power of a line, and more everywhere', parametric(2, 2, 1.5, -0.5, 0.1), 0.1],
    ['a line up to a bend', parametric(3, 2.4, 0.9479, 0.0521, 0.0774, 0.5), 0.0774 * x],
    ['a raised line up to a bend', parametric(4, 2.4, 0.9479, 0.0521, 0.0774, 0.5, 0, 0.01), 0.0774 * x + 0.01],
    ['a raised power above the bend', parametric(4, 2, 1, 0, 0.1, 0.1, 0.02, 0), x ** 2 + 0.02],
  ])('%s', (_, trc, wanted) => {
    expect(dark(trc)).toBeCloseTo(wanted, 3);
  });
});

describe('a profile that is not of curves and a matrix is left to the browser', () => {
  const table = { A2B0: head('mft2') };
  test.each([
    ['tables', profile(SRGB, gamma(2.2), table)],
    ['an unknown curve', profile(SRGB, head('xxxx'))],
    ['a kind of curve that is not in the standard', profile(SRGB, parametric(9, 1))],
    ['inks', Buffer.from(profile(SRGB, gamma(2.2)).toString('latin1').replace('RGB XYZ ', 'CMYKLab '), 'latin1')],
    ['cut off', ADOBE.subarray(0, 220)],
    ['empty', Buffer.alloc(0)],
  ])('%s', (_, icc) => {
    expect(readProfile(icc)).toBeNull();
  });
});

describe('in a JPEG', () => {
  const photo = jpeg({ width: 16, height: 16, block: () => [128] });
  const part = (number: number, of: number, bytes: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, of]), bytes]);
    const start = Buffer.from([0xff, 0xe2, 0, 0]);
    start.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([start, body]);
  };
  const withParts = (...parts: Buffer[]): Buffer => Buffer.concat([photo.subarray(0, 2), ...parts, photo.subarray(2)]);

  test('the profile is found, whole or in parts in any order', () => {
    const found = readProfile(P3);
    expect(found).not.toBeNull();
    expect(profileOfJpeg(withParts(part(1, 1, P3)))).toEqual(found);
    expect(profileOfJpeg(withParts(part(2, 2, P3.subarray(100)), part(1, 2, P3.subarray(0, 100))))).toEqual(found);
  });

  test('none, or a part that is missing, is none', () => {
    expect(profileOfJpeg(photo)).toBeNull();
    expect(profileOfJpeg(withParts(part(2, 2, P3.subarray(100))))).toBeNull();
  });
});
