import { expect, test } from 'vitest';
import { ColumnMaker, frameSize, levelsFor, paintColumn, USUAL_LEVELS } from './columns';
import { MAGMA } from './magma';

const RATE = 48_000;

function sine(hertz: number, seconds = 0.2, amplitude = 1): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / RATE),
  );
}

test('a full-scale sine is 0 dB', () => {
  const maker = new ColumnMaker(RATE, 12_000, 128);
  const rows = new Float32Array(128);
  maker.measure(sine((64 * RATE) / 1024), 2000, 2480, rows);
  expect(Math.max(...rows)).toBeCloseTo(0, 2);
});

test('a note of 6 kHz lies half-way up a picture of 12 kHz', () => {
  const maker = new ColumnMaker(RATE, 12_000, 120);
  const rows = new Float32Array(120);
  maker.measure(sine(6000), 2000, 2480, rows);
  expect(rows.indexOf(Math.max(...rows))).toBeGreaterThanOrEqual(58);
  expect(rows.indexOf(Math.max(...rows))).toBeLessThanOrEqual(61);
  const pixels = new Uint32Array(120);
  paintColumn(rows, USUAL_LEVELS, pixels, 0, 1);
  expect(pixels[59]).toBe(MAGMA[255]);
  expect(pixels[10]).toBe(MAGMA[0]);
});

test('a short call shows in a column of a whole second too', () => {
  const call = new Float32Array(RATE);
  call.set(sine(4000, 0.3, 0.1), 0.4 * RATE);
  const maker = new ColumnMaker(RATE, 12_000, 100);
  const rows = new Float32Array(100);
  maker.measure(call, 0, RATE, rows);
  expect(Math.max(...rows)).toBeGreaterThan(-25);
});

test('past the end of a recording there is silence, not a crash', () => {
  const maker = new ColumnMaker(RATE, 12_000, 10);
  const rows = new Float32Array(10);
  maker.measure(new Float32Array(0), 0, 480, rows);
  expect([...rows].every((level) => level <= -120)).toBe(true);
});

test('frames last about 21 ms at every sample rate', () => {
  for (const rate of [8000, 22_050, 44_100, 48_000, 96_000]) {
    const milliseconds = (frameSize(rate) / rate) * 1000;
    expect(milliseconds).toBeGreaterThan(14);
    expect(milliseconds).toBeLessThan(31);
  }
});

test('levels follow the recording: background dark, the loudest bright, a silent one black', () => {
  const quiet = Float32Array.from({ length: 1000 }, (_, index) => (index > 990 ? -55 : -100));
  expect(levelsFor(quiet)).toEqual({ floor: -100, ceiling: -55 });
  const silent = new Float32Array(1000).fill(-130);
  expect(levelsFor(silent)).toEqual({ floor: -120, ceiling: -90 });
});
