import type { Box, Size } from '../../domain/box';
import type { JudgedTerm } from '../../domain/judgement/term';
import type { Region } from '../../domain/region';
import { regionWords } from './region';
import { stepWords } from './steps';
import { verdictWords } from './verdict';

/** "almost certainly": probability in words. */
export function chanceInWords(probability: number): string {
  // Rounded as the number beside it is, so that the two never contradict each other.
  const rounded = Math.round(probability * 100) / 100;
  return verdictWords.chances.find((row) => rounded >= row.from)?.words ?? '';
}

/** Whether a probability deserves the first of the words. */
export function isCertain(probability: number): boolean {
  return chanceInWords(probability) === verdictWords.chances[0]?.words;
}

/** Whether a probability is more than about even: "probably" or surer. */
export function isLikely(probability: number): boolean {
  return Math.round(probability * 100) / 100 >= 0.6;
}

/** "Nothing else comes close": what a fact says for a name or against it. */
export function termInWords({ id, sense, stance }: JudgedTerm): string {
  const { term, heardTerm } = verdictWords;
  const words = sense === 'heard' ? { ...term, ...heardTerm } : term;
  return words[id][stance];
}

/** "the upper left": where in a photo a part of it lies. */
export function whereInWords({ x, y, width, height }: Box, photo: Size): string {
  const third = (centre: number, side: number, whole: number): number => {
    // A part as long as the photo lies neither here nor there.
    if (side > 0.9 * whole) return 1;
    const room = (centre - side / 2) / (whole - side);
    return room < 1 / 3 ? 0 : room > 2 / 3 ? 2 : 1;
  };
  const row = third(y + height / 2, height, photo.height);
  return stepWords.where[row]?.[third(x + width / 2, width, photo.width)] ?? stepWords.somewhere;
}

/** "42° to 52° N, 3° to 13° E"; across a line both ends say which side they are on. */
export function degreesInWords({ south, west, side }: Region): string {
  const { north: n, south: s, east: e, west: w } = regionWords.sides;
  const east = west + side > 180 ? west + side - 360 : west + side;
  return `${range(south, south + side, s, n)}, ${range(west, east, w, e)}`;
}

function range(from: number, to: number, below: string, above: string): string {
  const sideOf = (value: number): string => (value === 0 ? '' : value < 0 ? below : above);
  const [first, last] = [sideOf(from), sideOf(to)];
  const sameSide = first === last || first === '' || last === '';
  if (sameSide) return `${regionWords.between(`${Math.abs(from)}°`, `${Math.abs(to)}°`)} ${last || first}`;
  return regionWords.between(`${Math.abs(from)}° ${first}`, `${Math.abs(to)}° ${last}`);
}
