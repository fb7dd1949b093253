import type { Coordinates } from './coordinates';
import { placeWords } from './words/place';

export type Located = { ok: true; value: Coordinates } | { ok: false; message: string };

/** By the code of a GeolocationPositionError. */
const messageOf = (code: number): string => {
  const { refused, unknown, timeout } = placeWords.location;
  return code === 1 ? refused : code === 3 ? timeout : unknown;
};

const TIMEOUT_MS = 15_000;

/** Where the device is, from the device alone: nothing is looked up. */
export function deviceLocation(): Promise<Located> {
  if (!('geolocation' in navigator)) return Promise.resolve({ ok: false, message: placeWords.location.unknown });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        resolve({ ok: true, value: { latitude, longitude } });
      },
      ({ code }) => {
        resolve({ ok: false, message: messageOf(code) });
      },
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
