import { inOrder, type SelectedSound } from './selection';

const COLUMNS = ['file', 'from_s', 'to_s', 'scientific_name', 'common_name', 'probability', 'verdict'] as const;

/** For spreadsheets. */
export function csvTable(sounds: readonly SelectedSound[]): string {
  const rows = sounds.flatMap((sound) =>
    inOrder(sound.selections).map((one) => [
      sound.name,
      one.from.toFixed(2),
      one.to.toFixed(2),
      one.scientificName,
      one.commonName,
      one.probability?.toFixed(3) ?? '',
      one.verdict,
    ]),
  );
  return csvRows([COLUMNS, ...rows.map((row) => row.map(asText))]);
}

/** A file called "=1+1" stays text: a spreadsheet would run what begins like a formula. */
export function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/**
 * RFC 4180, for programs: a comma between cells, CRLF between lines, quotes where a cell needs them. Every cell stays as it is:
 * a number has to stay a number here.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
