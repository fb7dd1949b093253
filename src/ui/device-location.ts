import type { Coordinates } from './coordinates';

export type Located = { ok: true; value: Coordinates } | { ok: false; message: string };

const MESSAGES: Record<number, string> = {
  1: 'The browser may not tell where this device is. Allow it in the browser’s settings, or use the map.',
  2: 'This device does not know where it is. Use the map instead.',
  3: 'Finding the place took too long. Try again under open sky, or use the map.',
};

const TIMEOUT_MS = 15_000;

/** Where the device is, from the device alone: nothing is looked up. */
export function deviceLocation(): Promise<Located> {
  if (!('geolocation' in navigator)) return Promise.resolve({ ok: false, message: MESSAGES[2] ?? '' });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        resolve({ ok: true, value: { latitude, longitude } });
      },
      ({ code }) => {
        resolve({ ok: false, message: MESSAGES[code] ?? MESSAGES[2] ?? '' });
      },
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
