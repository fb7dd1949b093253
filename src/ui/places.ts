import { inSlices } from '../domain/slices';
import { Gazetteer } from '../places/gazetteer';

let loading: Promise<Gazetteer | null> | null = null;

/** The language that places are named in: the screen's. */
export const placeLanguage = (): string => document.documentElement.lang || 'en';

/** The table of places by name. Fetched when it is first asked for, kept offline from then on; null where it cannot be had. */
export function loadGazetteer(): Promise<Gazetteer | null> {
  loading ??= read();
  return loading;
}

async function read(): Promise<Gazetteer | null> {
  try {
    const response = await fetch(new URL('gazetteer/places.txt', document.baseURI));
    if (response.ok) return await inSlices(Gazetteer.read(await response.text(), placeLanguage()));
  } catch {
    // Offline, and not cached yet: the next call tries again.
  }
  loading = null;
  return null;
}
