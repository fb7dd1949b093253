import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Place } from '../../domain/observation';
import { draw } from '../testing/draw';
import PlaceSheet from './PlaceSheet.svelte';

const onsave = vi.fn();
const EXIF: Place = { latitude: 47.376_94, longitude: 8.541_7, precisionKm: 0.004, source: 'exif' };

beforeEach(() => onsave.mockReset());

async function show(day: string | null, place: Place | null): Promise<void> {
  await draw(PlaceSheet, { day, place, precisionKm: 1, onprecision: vi.fn(), onsave, onclose: vi.fn() });
}

const save = page.getByRole('button', { name: 'Look again' });
const coordinates = page.getByLabelText('Latitude and longitude');

test('what the photo said is kept to the last digit when nothing is changed', async () => {
  await show('2026-05-17', EXIF);
  await save.click();
  expect(onsave).toHaveBeenCalledExactlyOnceWith('2026-05-17', EXIF);
});

test('date and place can be removed', async () => {
  await show('2026-05-17', EXIF);
  await page.getByRole('button', { name: 'Remove the date' }).click();
  await page.getByRole('button', { name: 'Remove the place' }).click();
  await save.click();
  expect(onsave).toHaveBeenCalledExactlyOnceWith(null, null);
});

test('a typed place is used as typed', async () => {
  await show(null, null);
  await coordinates.fill('33°52′S 151°12′E');
  await save.click();
  const place = onsave.mock.calls[0]?.[1] as Place;
  expect(place.source).toBe('typed');
  expect(place.latitude).toBeCloseTo(-33.8667, 3);
  expect(place.longitude).toBeCloseTo(151.2, 3);
});

test('a place out of range is refused with the reason', async () => {
  await show(null, null);
  await coordinates.fill('97, 8');
  await expect.element(page.getByText('between 90° south and 90° north', { exact: false })).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('a date in the future is refused with the reason', async () => {
  await show(null, null);
  await page.getByLabelText('Date', { exact: true }).fill('2999-01-01');
  await expect.element(page.getByText('This date lies in the future', { exact: false })).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('arrow keys on the map move the pin', async () => {
  await show(null, { latitude: 47, longitude: 8, precisionKm: null, source: 'typed' });
  const map = page.getByRole('application');
  await expect.element(map).toBeVisible();
  (map.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  await save.click();
  const place = onsave.mock.calls[0]?.[1] as Place;
  expect(place.source).toBe('map');
  expect(place.longitude).toBeGreaterThan(8);
  expect(place.latitude).toBeGreaterThan(47);
});

test('a tap on the map sets the pin there', async () => {
  await show(null, null);
  const map = page.getByRole('application');
  await expect.element(map).toBeVisible();
  await map.click();
  await expect.element(page.getByText(/^Pin at/)).toBeVisible();
  await save.click();
  // The middle of the world map lies on the meridian of Greenwich.
  expect(Math.abs((onsave.mock.calls[0]![1] as Place).longitude)).toBeLessThan(2);
});
