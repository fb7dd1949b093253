/**
 * RFC 4180, for programs: a comma between cells, CRLF between lines, quotes where a cell needs them, and every cell as it
 * is. For spreadsheets there is csv.ts, which keeps a cell from being run as a formula; a number has to stay a number here.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
