import type { Result } from '../domain/result';

/** Reads coordinates that people type, and writes them for people. */

export interface Coordinates {
  latitude: number;
  longitude: number;
}

export type ParsedCoordinates = Result<Coordinates, 'unreadable' | 'latitude_range' | 'longitude_range'>;

interface Angle {
  degrees: number;
  hemisphere: 'N' | 'S' | 'E' | 'W' | null;
}

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
/** Degrees, with minutes and seconds where they are marked as such. */
const SIZE = String.raw`([+\-\u2212])?\s*(${NUMBER})\s*[°º]?\s*(?:(${NUMBER})\s*['\u2032\u2019]\s*)?(?:(${NUMBER})\s*["\u2033\u201d]\s*)?`;
/** The hemisphere stands before the angle or behind it, never both: in "N 47° E 8°" the E belongs to what follows. */
const LETTER_FIRST = new RegExp(String.raw`([NSEW])\s*${SIZE}`, 'iy');
const LETTER_LAST = new RegExp(String.raw`${SIZE}\s*([NSEW])?`, 'iy');

/** Accepts "47.37, 8.54", "47,37 8,54", "47°22′N 8°33′E", "N 47° 22' 12\" E 8° 33'" and "-33.9; 151.2". */
export function parseCoordinates(text: string): ParsedCoordinates {
  const angles = readAngles(text.trim());
  if (!angles) return { ok: false, problem: 'unreadable' };
  const [first, second] = angles;
  const swapped = isLongitude(first) || isLatitude(second);
  const latitude = swapped ? second : first;
  const longitude = swapped ? first : second;
  if (isLongitude(latitude) || isLatitude(longitude)) return { ok: false, problem: 'unreadable' };
  if (Math.abs(latitude.degrees) > 90) return { ok: false, problem: 'latitude_range' };
  if (Math.abs(longitude.degrees) > 180) return { ok: false, problem: 'longitude_range' };
  return { ok: true, value: { latitude: latitude.degrees, longitude: longitude.degrees } };
}

function readAngles(text: string): [Angle, Angle] | null {
  // "47,37, 8,54": a comma between digits is a decimal comma only where another separator parts the two numbers.
  const decimalComma = /\d,\d/.test(text) && !/\d\.\d/.test(text) && /[;\s]|,\s/.test(text.replace(/\d,\d/g, '0'));
  const plain = decimalComma ? text.replace(/(\d),(\d)/g, '$1.$2') : text.replaceAll(',', ' ; ');
  const first = readAngle(plain, 0);
  if (!first) return null;
  const gap = /^[\s;/]*/.exec(plain.slice(first.end))?.[0].length ?? 0;
  const second = readAngle(plain, first.end + gap);
  if (!second || plain.slice(second.end).trim() !== '') return null;
  return [first.angle, second.angle];
}

function readAngle(text: string, start: number): { angle: Angle; end: number } | null {
  LETTER_FIRST.lastIndex = start;
  LETTER_LAST.lastIndex = start;
  const first = LETTER_FIRST.exec(text);
  const match = first ?? LETTER_LAST.exec(text);
  if (!match) return null;
  const [sign, degrees, minutes = '0', seconds = '0'] = first ? match.slice(2) : match.slice(1);
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const hemisphere = readHemisphere(first ? match[1] : match[5]);
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  const negative = (sign !== undefined && sign !== '+') !== (hemisphere === 'S' || hemisphere === 'W');
  return { angle: { degrees: negative ? -size : size, hemisphere }, end: start + match[0].length };
}

/** Only N, S, E and W: an O means east in German and west in French, so it is refused rather than guessed. */
function readHemisphere(letter: string | undefined): Angle['hemisphere'] {
  const upper = letter?.toUpperCase();
  return upper === 'N' || upper === 'S' || upper === 'E' || upper === 'W' ? upper : null;
}

function isLatitude(angle: Angle): boolean {
  return angle.hemisphere === 'N' || angle.hemisphere === 'S';
}

function isLongitude(angle: Angle): boolean {
  return angle.hemisphere === 'E' || angle.hemisphere === 'W';
}

/** "47.37° N, 8.54° E", with as many digits as the precision justifies. */
export function formatCoordinates({ latitude, longitude }: Coordinates, precisionKm: number | null = null): string {
  const digits = digitsFor(precisionKm ?? 0.1);
  const part = (degrees: number, [positive, negative]: [string, string]): string =>
    `${Math.abs(degrees).toFixed(digits)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`;
}

/** One degree of latitude is 111 km: three digits are about 100 m, none is about 100 km. */
export function digitsFor(precisionKm: number): number {
  if (precisionKm < 1) return 3;
  if (precisionKm < 10) return 2;
  return precisionKm < 100 ? 1 : 0;
}

/** Coordinates with no more detail than the precision allows, before anything else sees them. */
export function coarsen({ latitude, longitude }: Coordinates, precisionKm: number): Coordinates {
  const digits = digitsFor(precisionKm);
  return { latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) };
}
