import { inNumber } from '../language.svelte';

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** "three", "1,200". */
export function countInWords(count: number): string {
  return COUNTS[count] ?? inNumber(count);
}

/** "a" or "an" before an English name. */
export function articleFor(name: string): string {
  return /^(?!eu|uni)[aeiou]/i.test(name) ? 'an' : 'a';
}
