import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw';
import LiveSpectrogram from './LiveSpectrogram.svelte';

const RATE = 48_000;

test('a note that the microphone hears appears at its height, from the right', async () => {
  let hear: (samples: Float32Array) => void = () => undefined;
  const listen = (onblock: typeof hear) => {
    hear = onblock;
    return () => undefined;
  };
  await draw(LiveSpectrogram, { sampleRate: RATE, listen, height: 240 });
  await expect.element(page.getByRole('img', { name: 'What the microphone hears now, 0 to 12 kHz' })).toBeVisible();
  for (let block = 0; block < 60; block++) {
    hear(
      Float32Array.from({ length: 1024 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 3000 * (block * 1024 + i)) / RATE)),
    );
  }
  const canvas = document.querySelector('canvas')!;
  /** Red, which grows with the level, at a share of the height counted from the bottom, near the right edge. */
  const red = (share: number): number => {
    const { width, height } = canvas;
    return canvas.getContext('2d')!.getImageData(width - 20, Math.round(height * (1 - share)), 1, 1).data[0]!;
  };
  // 3 kHz is a quarter of the way up.
  await expect.poll(() => red(0.25)).toBeGreaterThan(200);
  expect(red(0.75)).toBeLessThan(60);
});
