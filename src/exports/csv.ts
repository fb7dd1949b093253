import type { SelectedSound } from './selection';

const COLUMNS = ['file', 'from_s', 'to_s', 'scientific_name', 'common_name', 'probability', 'verdict'] as const;

/** RFC 4180: a comma between cells, CRLF between lines, quotes where a cell needs them. */
export function csvTable(sounds: readonly SelectedSound[]): string {
  const rows = sounds.flatMap((sound) =>
    [...sound.selections]
      .sort((a, b) => a.from - b.from || b.probability - a.probability)
      .map((one) => [
        sound.name,
        one.from.toFixed(2),
        one.to.toFixed(2),
        one.scientificName,
        one.commonName,
        one.probability.toFixed(3),
        one.verdict,
      ]),
  );
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** A file called "=1+1" stays text: a spreadsheet would run what begins like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
