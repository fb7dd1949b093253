import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SpectrogramPainter, type SampleSource } from './painter';

/** Node has no ImageData; the painter only fills one. */
class FakeImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

beforeAll(() => {
  vi.stubGlobal('ImageData', FakeImageData);
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const RATE = 24_000;

/** A whistle of 3 kHz from second 4 to 5, in a recording of any length. */
function whistle(seconds: number): SampleSource & { read: ReturnType<typeof vi.fn> } {
  const read = vi.fn((from: number, to: number) => {
    const first = Math.round(from * RATE);
    const length = Math.max(0, Math.round(Math.min(to, seconds) * RATE) - first);
    const at = (i: number): number => (first + i) / RATE;
    return Promise.resolve(
      Float32Array.from({ length }, (_, i) =>
        at(i) >= 4 && at(i) < 5 ? 0.5 * Math.sin(2 * Math.PI * 3000 * at(i)) : 0,
      ),
    );
  });
  return { seconds, sampleRate: RATE, read };
}

const red = ({ data, width }: ImageData, x: number, y: number): number => data[(y * width + x) * 4]!;

test('a whistle lies where it sounds: at its time, at its height', async () => {
  const picture = await new SpectrogramPainter(whistle(10)).paint({ from: 0, to: 10 }, 100, 48);
  expect(red(picture, 45, 35)).toBeGreaterThan(200);
  expect(red(picture, 20, 35)).toBeLessThan(20);
  expect(red(picture, 45, 10)).toBeLessThan(60);
});

test('tiles fit together: two halves are the whole', async () => {
  const painter = new SpectrogramPainter(whistle(10));
  const whole = await painter.paint({ from: 3, to: 6 }, 60, 32);
  const right = await painter.paint({ from: 4.5, to: 6 }, 30, 32);
  for (let y = 0; y < 32; y++) {
    for (let x = 1; x < 30; x++) expect(Math.abs(red(right, x, y) - red(whole, 30 + x, y))).toBeLessThanOrEqual(2);
  }
});

test('an hour in one picture is read in pieces, never as a whole', async () => {
  const source = whistle(3600);
  await new SpectrogramPainter(source).paint({ from: 0, to: 3600 }, 200, 16);
  const spans = (source.read.mock.calls as [number, number][]).map(([from, to]) => to - from);
  expect(Math.max(...spans)).toBeLessThan(12);
  expect(spans.reduce((sum, span) => sum + span, 0)).toBeLessThan(120);
});
