const SINGLE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Without case and accents, and letters of their own kind as the plain ones they stand for. */
export function plainLetters(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => SINGLE[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/**
 * A name as it is compared: no case, no accents, words separated by one space, and `ae`, `oe`, `ue` as one vowel, so that
 * "Muenchen", "München" and "munchen" are the same. The recipe in models/gazetteer folds alike.
 */
export function fold(name: string): string {
  return plainLetters(name)
    .replace(/[^0-9a-z]+/g, ' ')
    .trim()
    .replace(/([aou])e/g, '$1');
}
