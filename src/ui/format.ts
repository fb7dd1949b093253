/** Bytes as megabytes with one digit: "9.4". */
export function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Bytes as people say them: "6 kB", "9.4 MB", "10.7 GB". */
export function inSize(bytes: number): string {
  if (bytes > 0 && bytes < 1e5) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${inMegabytes(bytes)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Seconds that are still needed at the pace so far; null while that is a guess or hardly worth saying. */
export function secondsLeft(done: number, total: number, elapsed: number): number | null {
  if (elapsed < 2 || done <= 0 || total <= 0 || done >= total) return null;
  const left = Math.ceil((elapsed / done) * (total - done));
  return left >= 2 ? left : null;
}

/** How long a run took: one that asks about a photo that was looked at before has its answers at once. */
export function tookSeconds(milliseconds: number): string {
  return milliseconds < 100 ? 'under 0.1 s' : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** "about 40 s", "about 3 minutes". */
export function aboutSeconds(seconds: number): string {
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} minutes`;
}

/** "17 May 2026". */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** "16 Nov 2026, 05:27" in local time. */
export function momentInWords(at: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

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
