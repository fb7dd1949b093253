import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DaySchema, monthOf, PlaceSchema } from './observation';

describe('a day', () => {
  test.each(['2024-13-01', '2024-00-10', '2024-5-1', 'May', ''])('that is none is refused: "%s"', (day) => {
    expect(v.safeParse(DaySchema, day).success).toBe(false);
    expect(monthOf(day)).toBeNull();
  });

  test('has a month from 1 to 12', () => {
    expect(monthOf('2024-01-31')).toBe(1);
    expect(monthOf('2024-12-01')).toBe(12);
  });
});

describe('a place', () => {
  const place = (latitude: number, longitude: number) =>
    v.safeParse(PlaceSchema, { latitude, longitude, precisionKm: null, source: 'given' }).success;

  test.each([
    [90, 0],
    [-90, 180],
    [0, -180],
  ])('may be a pole or on the date line: %d, %d', (latitude, longitude) => {
    expect(place(latitude, longitude)).toBe(true);
  });

  test.each([
    [90.01, 0],
    [0, 180.01],
    [NaN, 0],
    [0, Infinity],
  ])('beyond the edges or without numbers is refused: %d, %d', (latitude, longitude) => {
    expect(place(latitude, longitude)).toBe(false);
  });
});
