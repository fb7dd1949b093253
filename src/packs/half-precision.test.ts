import { expect, it } from 'vitest';
import { toSingles, writeSingles } from './half-precision';

it('a half is exactly the float that it stands for', () => {
  const bits = [0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00];
  const floats = [0, -0, 1, -2, 0.333251953125, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 65_504, Infinity, -Infinity];
  expect([...toSingles(new Uint8Array(Uint16Array.from(bits).buffer))]).toEqual(floats);
});

it('every one of them is', () => {
  const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits);
  const floats = toSingles(new Uint8Array(all.buffer));
  const wrong = [...all].filter((bits) => !Object.is(floats[bits], valueOf(bits)));
  expect(wrong).toEqual([]);
});

it('halves and floats may begin at any byte', () => {
  const to = new Uint8Array(11);
  writeSingles(Uint8Array.of(9, 0, 0x3c, 0, 0xc0).subarray(1), to, 3);
  const view = new DataView(to.buffer);
  expect([view.getFloat32(3, true), view.getFloat32(7, true)]).toEqual([1, -2]);
});

/** By the definition of the format. */
function valueOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? (sign * fraction) / 2 ** 24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
