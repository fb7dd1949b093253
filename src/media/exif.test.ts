import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { factsFrom } from './exif';

const NOTHING = { day: null, time: null, place: null, orientation: 1 };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const dayOf = (tags: Record<string, unknown>): string | null => factsFrom(tags).day;

describe('the day of a photo', () => {
  test('is the day in the camera’s own time', () => {
    expect(dayOf({ DateTimeOriginal: '2024:05:17 23:59:59' })).toBe('2024-05-17');
    expect(dayOf({ DateTimeOriginal: '2024-05-17T06:12:00' })).toBe('2024-05-17');
  });

  test('is when the picture was made, rather than when the file was', () => {
    expect(dayOf({ DateTimeOriginal: '2024:05:17 06:12:00', CreateDate: '2025:01:01 00:00:00' })).toBe('2024-05-17');
    expect(dayOf({ DateTimeOriginal: '0000:00:00 00:00:00', CreateDate: '2025:01:01 00:00:00' })).toBe('2025-01-01');
  });

  test.each([
    ['a clock that was never set', '0000:00:00 00:00:00'],
    ['a day that no month has', '2024:02:30 10:00:00'],
    ['a thirteenth month', '2024:13:01 10:00:00'],
    ['blanks', '    :  :     :  :  '],
    ['text', 'yesterday'],
    ['a number', 20240517],
    ['the future', '2026:11:18 10:00:00'],
  ])('is left out for %s', (_, value) => {
    expect(dayOf({ DateTimeOriginal: value })).toBeNull();
  });

  test('may be tomorrow: it already is, east of here', () => {
    expect(dayOf({ DateTimeOriginal: '2026:11:17 01:00:00' })).toBe('2026-11-17');
  });

  test('may be the leap day', () => {
    expect(dayOf({ DateTimeOriginal: '2024:02:29 10:00:00' })).toBe('2024-02-29');
  });
});

test('the time of a photo is by the camera’s clock, and goes with its day', () => {
  expect(factsFrom({ DateTimeOriginal: '2024:05:17 06:12:30' }).time).toBe(6 * 3600 + 12 * 60 + 30);
  expect(factsFrom({ DateTimeOriginal: '2024:05:17' }).time).toBeNull();
  expect(factsFrom({ DateTimeOriginal: '2024:05:17 25:00:00' }).time).toBeNull();
  expect(factsFrom({ DateTimeOriginal: '0000:00:00 06:12:30' }).time).toBeNull();
});

describe('the place of a photo', () => {
  test('is what the camera wrote, with how sure it was', () => {
    expect(factsFrom({ latitude: 47.37, longitude: 8.54, GPSHPositioningError: 12 }).place).toEqual({
      latitude: 47.37,
      longitude: 8.54,
      precisionKm: 0.012,
      source: 'exif',
    });
    expect(factsFrom({ latitude: -33.9, longitude: 151.2 }).place).toMatchObject({
      latitude: -33.9,
      precisionKm: null,
    });
  });

  test.each([
    ['a phone without a fix', 0, 0],
    ['beyond the pole', 91, 8],
    ['beyond the date line', 47, 181],
    ['half of it missing', 47, undefined],
    ['not a number', NaN, 8],
    ['text', '47', '8'],
  ])('is left out for %s', (_, latitude, longitude) => {
    expect(factsFrom({ latitude, longitude }).place).toBeNull();
  });

  test('may lie on the equator or on Greenwich’s line', () => {
    expect(factsFrom({ latitude: 0, longitude: 32.5 }).place).toMatchObject({ longitude: 32.5 });
    expect(factsFrom({ latitude: 51.5, longitude: 0 }).place).toMatchObject({ latitude: 51.5 });
  });

  test.each([0, -5, 'near', null])('has no precision for an error of %s', (error) => {
    const { place } = factsFrom({ latitude: 47, longitude: 8, GPSHPositioningError: error });
    expect(place).toMatchObject({ precisionKm: null });
  });
});

test.each([undefined, null, 'tags', 7, {}])('tags of %s tell nothing', (tags) => {
  expect(factsFrom(tags)).toEqual(NOTHING);
});
