/** Lower case, one space between words, `x` for the sign of a hybrid. */
export function normaliseName(name: string): string {
  return name
    .replace(/\\xd7|×/g, 'x')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ');
}

/**
 * What stays of a species epithet when the species moves to a genus of another gender:
 * Sterna maxima became Thalasseus maximus, Casmerodius albus became Ardea alba.
 */
export function epithetStem(epithet: string): string {
  if (epithet.endsWith('er')) return `${epithet.slice(0, -2)}r`;
  return epithet.replace(/(?:ius|ium|ia|us|um|a|is|e|os|on|ii|i)$/, '');
}
