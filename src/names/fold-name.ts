import { plainLetters } from '../places/fold';

/** From the first small letter of hiragana to katakana, which tables of names are written in. */
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;

/**
 * A bird's name as it is compared, in any script: no case, no accents, no apostrophes, words separated by one space, and `ae`,
 * `oe`, `ue` as one vowel. "Cooper's Hawk", "coopers hawk" and "COOPER’S-HAWK" are the same.
 */
export function foldName(name: string): string {
  return plainLetters(name.replace(/['’‘ʻʼ`´]/g, ''))
    .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/([aou])e/g, '$1');
}
