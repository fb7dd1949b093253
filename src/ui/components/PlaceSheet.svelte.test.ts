import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Place } from '../../domain/observation';
import { RecentPlaces } from '../state/recent-places.svelte';
import { Settings } from '../state/settings.svelte';
import { draw } from '../testing/draw';
import PlaceSheet from './PlaceSheet.svelte';

const onsave = vi.fn();
const EXIF: Place = { latitude: 47.376_94, longitude: 8.541_7, precisionKm: 0.004, source: 'exif' };

beforeEach(() => {
  onsave.mockReset();
  localStorage.clear();
});

async function show(day: string | null, place: Place | null, recent: readonly Place[] = []): Promise<void> {
  const places = new RecentPlaces();
  for (const one of recent.toReversed()) places.remember(one, null);
  await draw(PlaceSheet, { day, place, places, settings: new Settings(), onsave, onclose: vi.fn() });
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
  await expect.element(page.getByText('This date is in the future', { exact: false })).toBeVisible();
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
  await expect.element(page.getByText(/^(Near .*|Pin at)/)).toBeVisible();
  await save.click();
  // The middle of the world map lies on the meridian of Greenwich.
  expect(Math.abs((onsave.mock.calls[0]![1] as Place).longitude)).toBeLessThan(2);
});

const search = page.getByRole('combobox', { name: 'Search by name' });

test.each(['Muenchen', 'München', 'Munich', 'Munihc'])(
  '%s is found, chosen by keyboard, and kept by name',
  async (typed) => {
    await show(null, null);
    await search.fill(typed);
    await expect.element(page.getByRole('option').first()).toHaveTextContent(/^Munich.*Bavaria, Germany/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Munich, Bavaria, Germany.')).toBeVisible();
    await save.click();
    const place = onsave.mock.calls[0]?.[1] as Place;
    expect(place).toMatchObject({ source: 'search', name: 'Munich, Bavaria, Germany' });
    expect(place.latitude).toBeCloseTo(48.14, 1);
  },
);

test('a name that is nowhere is said to be nowhere', async () => {
  await show(null, null);
  await search.fill('xqzvwpt');
  await expect.element(page.getByText('No place of this name', { exact: false })).toBeVisible();
});

test('a place that was used before is one tap away', async () => {
  const garden: Place = { latitude: 51.5, longitude: -0.1, precisionKm: 10, source: 'search', name: 'London, England' };
  await show(null, null, [garden]);
  await page.getByRole('button', { name: 'London, England' }).click();
  await save.click();
  expect(onsave).toHaveBeenCalledExactlyOnceWith(null, garden);
});

test('a point has the name of the town near it', async () => {
  await show(null, { latitude: 48.15, longitude: 11.55, precisionKm: 1, source: 'device' });
  await expect.element(page.getByText('Near Munich: 48.15° N, 11.55° E.')).toBeVisible();
});

test('the map is moved and the pin set by keyboard alone', async () => {
  await show(null, { latitude: 47, longitude: 8, precisionKm: null, source: 'typed' });
  const map = page.getByRole('application');
  await expect.element(map).toBeVisible();
  (map.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}');
  await save.click();
  const place = onsave.mock.calls[0]?.[1] as Place;
  expect(place.longitude).toBeGreaterThan(8.5);
  expect(place.latitude).toBeCloseTo(47, 0);
});
