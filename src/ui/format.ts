import { inNumber, locale } from './words/language.svelte';

/** Bytes as people say them: "6 kB", "9.4 MB", "10.7 GB"; in French "9,4 Mo". */
export function inSize(bytes: number): string {
  const [value, unit, digits] =
    bytes > 0 && bytes < 1e5
      ? ([Math.ceil(bytes / 1e3), 'kilobyte', 0] as const)
      : bytes < 1e9
        ? ([bytes / 1e6, 'megabyte', 1] as const)
        : ([bytes / 1e9, 'gigabyte', 1] as const);
  return inNumber(value, { style: 'unit', unit, minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Seconds that are still needed at the pace so far; null while that is a guess or hardly worth saying. */
export function secondsLeft(done: number, total: number, elapsed: number): number | null {
  if (elapsed < 2 || done <= 0 || total <= 0 || done >= total) return null;
  const left = Math.ceil((elapsed / done) * (total - done));
  return left >= 2 ? left : null;
}

/** How long a run took; a run on a photo that was looked at before is answered at once. */
export function tookSeconds(milliseconds: number): string {
  if (milliseconds < 100) return `< ${inNumber(0.1)} s`;
  return `${inNumber(milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** "17 May 2026". */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** "May 2026" of 2026-05. */
export function monthAndYear(month: string): string {
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .replace(/^./, (letter) => letter.toUpperCase());
}

/** "16 Nov 2026, 05:27" in local time. */
export function momentInWords(at: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** For state classes, where a Date would have to be a reactive one. */
export const timeNow = (): Date => new Date();

/** Today in local time as an ISO day. */
export function today(now = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The local day of an ISO time. */
export function dayOf(at: string): string {
  return today(new Date(at));
}

/** "100 m", "1 km". */
export function precisionInWords(km: number): string {
  return km < 1 ? `${Math.round(km * 1000)} m` : `${Math.round(km)} km`;
}

/** "40 s", "3 min", "1 h 20 min". */
export function durationInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
