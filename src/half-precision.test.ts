import { expect, it } from 'vitest';
import { toSingles } from './half-precision';

it('a half is exactly the float that it stands for', () => {
  const bits = [0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00];
  const floats = [0, -0, 1, -2, 0.333251953125, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 65_504, Infinity, -Infinity];
  expect([...toSingles(new Uint8Array(Uint16Array.from(bits).buffer))]).toEqual(floats);
  expect(toSingles(Uint8Array.of(1, 0x7c))[0]).toBeNaN();
});

it('halves may begin at any byte', () => {
  expect([...toSingles(Uint8Array.of(9, 0, 0x3c, 0, 0xc0).subarray(1))]).toEqual([1, -2]);
});
