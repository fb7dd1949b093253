import { describe, expect, test } from 'vitest';
import { coarsen, formatCoordinates, parseCoordinates } from './coordinates';

describe('coordinates as people type them', () => {
  test.each([
    ['47.37, 8.54', 47.37, 8.54],
    ['47.37 8.54', 47.37, 8.54],
    ['47.37,8.54', 47.37, 8.54],
    ['47,37; 8,54', 47.37, 8.54],
    ['47,37 8,54', 47.37, 8.54],
    ['-33.9; 151.2', -33.9, 151.2],
    ['\u221233.9, 151.2', -33.9, 151.2],
    ['47, 8', 47, 8],
    ['47°22′N 8°33′E', 47 + 22 / 60, 8 + 33 / 60],
    ['47° 22\' 12" N, 8° 33\' 0" W', 47 + 22 / 60 + 12 / 3600, -(8 + 33 / 60)],
    ["N 47° 22' 12\" E 8° 33'", 47 + 22 / 60 + 12 / 3600, 8 + 33 / 60],
    ['33.9S 151.2E', -33.9, 151.2],
    ['8.54 E, 47.37 N', 47.37, 8.54],
    ['90, 180', 90, 180],
    ['-90, -180', -90, -180],
  ])('%s', (text, latitude, longitude) => {
    const parsed = parseCoordinates(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(parsed.value.latitude).toBeCloseTo(latitude, 9);
    expect(parsed.value.longitude).toBeCloseTo(longitude, 9);
  });

  test.each([
    ['90.1, 8', 'latitude_range'],
    ['-91, 8', 'latitude_range'],
    ['47, 180.5', 'longitude_range'],
    ['47, -181', 'longitude_range'],
    ['47', 'unreadable'],
    ['Zürich', 'unreadable'],
    ['47, 8, 3', 'unreadable'],
    ['47N 8N', 'unreadable'],
    ["47°75'N 8°E", 'unreadable'],
    ['47 O 8 N', 'unreadable'],
  ])('%s is refused: %s', (text, problem) => {
    expect(parseCoordinates(text)).toEqual({ ok: false, problem });
  });

  test('what is written can be read again', () => {
    const place = { latitude: -33.87, longitude: 151.21 };
    expect(parseCoordinates(formatCoordinates(place, 1))).toEqual({ ok: true, value: place });
  });
});

test.each([
  [0.1, 47.377, 8.542],
  [1, 47.38, 8.54],
  [10, 47.4, 8.5],
  [100, 47, 9],
])('a precision of %d km keeps no more detail than that', (km, latitude, longitude) => {
  expect(coarsen({ latitude: 47.37689, longitude: 8.54169 }, km)).toEqual({ latitude, longitude });
});
