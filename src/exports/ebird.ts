import { degreesText, machineOnly, type ExportRecord } from './records';
import type { ExportFile } from './file';
import type { Spuhs } from './spuhs';

/** eBird takes files of at most 1 MB. */
const MAX_BYTES = 1_000_000;

export interface EbirdExport {
  files: ExportFile[];
  /** One row a species, day and place. */
  rows: number;
  /** Observations that no row could be made of: eBird needs a day and a place. */
  leftOut: { noDay: number; noPlace: number };
}

interface Row {
  name: { common: string; genus: string; species: string };
  /** What the row names where that is coarser than what was seen; empty where it is not. */
  meant: string;
  records: ExportRecord[];
}

/**
 * eBird Record Format (Extended): 19 columns without a header, of which these are always empty: state and country, which
 * eBird finds by the coordinates; the number of observers, duration, distance and area, which the app does not ask for.
 * https://support.ebird.org/en/support/solutions/articles/48000907878
 */
export function ebirdFiles(records: readonly ExportRecord[], spuhs: Spuhs, name = 'goldcrest-ebird'): EbirdExport {
  const leftOut = { noDay: 0, noPlace: 0 };
  const rows = new Map<string, Row>();
  for (const record of records) {
    const { day, place } = record;
    if (!day) leftOut.noDay += 1;
    else if (!place) leftOut.noPlace += 1;
    else {
      const { meant, ...named } = nameOf(record, spuhs);
      const key = JSON.stringify([named, meant, day, place.latitude, place.longitude, place.name]);
      const row = rows.get(key);
      if (row) row.records.push(record);
      else rows.set(key, { name: named, meant, records: [record] });
    }
  }
  const lines = [...rows.values()].map((row) => cellsOf(row).map(cell).join(',') + '\r\n');
  return { files: inFiles(lines, name), rows: lines.length, leftOut };
}

function nameOf({ taxon, scientificName }: ExportRecord, spuhs: Spuhs): Row['name'] & { meant: string } {
  if (taxon?.rank === 'species') {
    const [genus = '', species = ''] = taxon.scientificName.split(' ');
    return { common: '', genus, species, meant: '' };
  }
  const meant = scientificName === 'Aves' ? '' : scientificName;
  return { common: spuhs.of(taxon), genus: '', species: '', meant };
}

function cellsOf({ name, meant, records }: Row): string[] {
  const [first] = records;
  if (!first?.place || !first.day) throw new Error('a row has a day and a place');
  const { place, day } = first;
  const [year, month, date] = day.split('-').map(Number);
  const notes = [...new Set(records.map(({ observation }) => observation.observation.note).filter((note) => note))];
  const where = `${degreesText(place.latitude)}, ${degreesText(place.longitude)}`;
  return [
    name.common,
    name.genus,
    name.species,
    countOf(records),
    [meant, unchecked(records), ...notes].filter((text) => text).join('. '),
    place.name ?? where,
    degreesText(place.latitude),
    degreesText(place.longitude),
    `${month}/${date}/${year}`,
    timeOf(records),
    '',
    '',
    'Incidental',
    '',
    '',
    'N',
    '',
    '',
    place.rounded ? `From Goldcrest. Coordinates rounded to ${place.rounded} degrees.` : 'From Goldcrest.',
  ];
}

/** Said where no person has named any of them. */
function unchecked(records: readonly ExportRecord[]): string | null {
  const said = records.map(machineOnly);
  return said.includes(null) ? null : (said[0] ?? null);
}

/** Of several observations on one day and place: the largest count, since they may be of the same birds; X for uncounted. */
function countOf(records: readonly ExportRecord[]): string {
  const counted = records.flatMap(({ observation }) => observation.count ?? []);
  return counted.length ? String(Math.max(...counted)) : 'X';
}

/** The earliest, as H:MM. */
function timeOf(records: readonly ExportRecord[]): string {
  const [earliest] = records.flatMap(({ observation }) => observation.time?.slice(11, 16) ?? []).sort();
  return earliest ? earliest.replace(/^0/, '') : '';
}

/** eBird’s reader knows neither quotes nor line breaks, and splits at every comma. */
function cell(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', '')
    .replaceAll(',', ';')
    .trim();
}

function inFiles(lines: readonly string[], name: string): ExportFile[] {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const line of lines) {
    const { length } = encoder.encode(line);
    if (part && bytes + length > MAX_BYTES) {
      parts.push(part);
      [part, bytes] = ['', 0];
    }
    part += line;
    bytes += length;
  }
  if (part) parts.push(part);
  return parts.map((content, index) => ({
    name: parts.length > 1 ? `${name}-${index + 1}.csv` : `${name}.csv`,
    type: 'text/csv',
    content,
  }));
}
