import { expect, test } from 'vitest';
import { MAGMA, magmaCss } from './magma';

/** As a screen shows it: relative luminance of an sRGB colour. */
function luminance(pixel: number): number {
  const linear = (byte: number): number => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(pixel & 255) + 0.7152 * linear((pixel >> 8) & 255) + 0.0722 * linear((pixel >> 16) & 255);
}

test('louder is always brighter, so the picture reads in grey too', () => {
  const brightness = [...MAGMA].map(luminance);
  for (let step = 1; step < brightness.length; step++) {
    expect(brightness[step]!).toBeGreaterThanOrEqual(brightness[step - 1]!);
  }
});

// From matplotlib 3.10, magma(i) for i of 255, in bytes.
test.each([
  [0, 'rgb(0 0 4)'],
  [128 / 255, 'rgb(183 55 121)'],
  [1, 'rgb(252 253 191)'],
])('at %d it is matplotlib’s magma: %s', (share, css) => {
  const [r, g, b] = magmaCss(share).match(/\d+/g)!.map(Number);
  const [wantR, wantG, wantB] = css.match(/\d+/g)!.map(Number);
  expect(Math.max(Math.abs(r! - wantR!), Math.abs(g! - wantG!), Math.abs(b! - wantB!))).toBeLessThanOrEqual(3);
});
