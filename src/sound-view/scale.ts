/** Where things lie on a spectrogram: seconds to the right, frequency upwards on a linear scale, as in Raven. */

/** Birds sing below this; above it a spectrogram of a field recording is empty. */
export const TOP_HZ = 12_000;

/** Pixels a second to choose from; a step is a factor of two. */
export const ZOOMS = [2.5, 5, 10, 20, 40, 80, 160, 320] as const;

const USUAL_ZOOM = 80;

/** The highest frequency to draw of a recording with this sample rate. */
export function topFrequency(sampleRate: number): number {
  return Math.min(TOP_HZ, sampleRate / 2);
}

/** A short recording fills the width; a long one scrolls at a pace at which songs can be told apart. */
export function firstZoom(seconds: number, width: number): number {
  return Math.min(ZOOMS.at(-1)!, Math.max(USUAL_ZOOM, width / Math.max(seconds, 0.001)));
}

/** The next coarser or finer zoom; the same where there is none. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = direction === 1 ? ZOOMS.find((one) => one > zoom * 1.01) : ZOOMS.findLast((one) => one < zoom * 0.99);
  return next ?? zoom;
}

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

/** Seconds between two labels of the time axis, so that they never touch. */
export function timeStep(zoom: number, room = 64): number {
  return STEPS.find((step) => step * zoom >= room) ?? 1200;
}

/** The marks of the time axis within a stretch. */
export function timeTicks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** The marks of the frequency axis, in kHz. */
export function frequencyTicks(topHz: number): number[] {
  const step = topHz > 6000 ? 2 : 1;
  return Array.from({ length: Math.floor(topHz / 1000 / step) + 1 }, (_, index) => index * step);
}

/** The same with the unit where it is needed: "7.5 s", "2:07". */
export function timeWithUnit(seconds: number, step = 1): string {
  const label = timeLabel(seconds, step);
  return seconds < 60 ? `${label}\u202fs` : label;
}

/** "7.5" below a minute, "2:07" below an hour, "1:02:07" above. */
export function timeLabel(seconds: number, step = 1): string {
  const whole = Math.floor(seconds + 1e-6);
  if (seconds < 60) return step < 1 ? seconds.toFixed(1) : String(whole);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = step < 1 ? (seconds % 60).toFixed(1).padStart(4, '0') : two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** A time as a clock shows it, minutes first: "0:07", "2:07". */
export function clockLabel(seconds: number): string {
  return seconds < 60 ? `0:${String(Math.floor(seconds)).padStart(2, '0')}` : timeLabel(seconds);
}

/** Pixels of a tile. Small enough to be drawn within a frame or two, wide enough that few are needed. */
export const TILE_WIDTH = 512;

export interface Tile {
  index: number;
  /** Seconds. */
  from: number;
  to: number;
}

/** The tiles that a stretch of the screen needs, with one more on each side so that scrolling finds them ready. */
export function tilesFor(left: number, width: number, zoom: number, seconds: number): Tile[] {
  const span = TILE_WIDTH / zoom;
  const count = Math.ceil(seconds / span);
  const first = Math.max(0, Math.floor(left / TILE_WIDTH) - 1);
  const last = Math.min(count - 1, Math.floor((left + width) / TILE_WIDTH) + 1);
  const tiles: Tile[] = [];
  for (let index = first; index <= last; index++) {
    tiles.push({ index, from: index * span, to: Math.min(seconds, (index + 1) * span) });
  }
  return tiles;
}
