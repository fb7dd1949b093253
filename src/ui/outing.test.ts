import { expect, test } from 'vitest';
import type { Place } from '../domain/observation';
import { suggestOuting } from './outing';

const place: Place = { latitude: 48.1, longitude: 11.6, precisionKm: 10, source: 'search', name: 'Munich' };
const HOUR = 3_600_000;
const last = { place, day: '2026-05-17', at: 0 };

test('the next photo without a place may be of the same outing', () => {
  expect(suggestOuting({ place: null, day: null }, last, HOUR)).toEqual({ place, day: '2026-05-17' });
  expect(suggestOuting({ place: null, day: '2026-05-17' }, last, HOUR)).toEqual({ place, day: '2026-05-17' });
});

test('a photo of the same day is of it however much later it is looked at', () => {
  expect(suggestOuting({ place: null, day: '2026-05-17' }, last, 100 * HOUR)).not.toBeNull();
});

test('a photo of another day, with a place of its own, or much later is not', () => {
  expect(suggestOuting({ place: null, day: '2026-05-18' }, last, HOUR)).toBeNull();
  expect(suggestOuting({ place, day: null }, last, HOUR)).toBeNull();
  expect(suggestOuting({ place: null, day: null }, last, 100 * HOUR)).toBeNull();
  expect(suggestOuting({ place: null, day: null }, null, HOUR)).toBeNull();
});
