import { expect, test } from 'vitest';
import { differencesOf, SIDE, type PhotoFacts } from './one-or-many';

const copy = (level: number): Uint8ClampedArray => new Uint8ClampedArray(SIDE * SIDE * 3).fill(level);
const photo = (changes: Partial<PhotoFacts> = {}): PhotoFacts => ({
  day: '2026-05-17',
  time: 6 * 3600,
  place: { latitude: 51.5, longitude: 0, precisionKm: 0.01, source: 'exif' },
  copy: copy(100),
  ...changes,
});

test('a burst is of one bird', () => {
  expect(differencesOf([photo(), photo({ time: 6 * 3600 + 4, copy: copy(110) }), photo()])).toEqual([]);
});

test('another day or an hour later may be another bird', () => {
  expect(differencesOf([photo(), photo({ day: '2026-05-18' })])).toEqual(['time']);
  expect(differencesOf([photo(), photo({ time: 7 * 3600 })])).toEqual(['time']);
});

test('another place may be another bird, unless the camera did not know its place better than that', () => {
  const there = { latitude: 51.53, longitude: 0, precisionKm: 0.01, source: 'exif' as const };
  expect(differencesOf([photo(), photo({ place: there })])).toEqual(['place']);
  expect(differencesOf([photo(), photo({ place: { ...there, precisionKm: 5 } })])).toEqual([]);
});

test('another scene may be another bird', () => {
  expect(differencesOf([photo(), photo({ copy: copy(200) })])).toEqual(['looks']);
});

test('what is not known differs in nothing', () => {
  const unknown = { day: null, time: null, place: null, copy: null };
  expect(differencesOf([photo(), unknown, unknown])).toEqual([]);
});
