import { lastMachine } from '../domain/notebook/standing';
import { asText, csvRows } from './csv';
import type { ExportFile } from './file';
import { degreesText, sayer, type ExportRecord } from './records';

/** What a cell holds: a number stays one, also below zero; text is kept from being run as a formula. */
type Cell = string | number | null;

/** Everything that fits into a row, for spreadsheets. What the app had named stands in columns of its own. */
export function tableFile(records: readonly ExportRecord[]): ExportFile {
  const rows = records.map(cellsOf);
  const columns = Object.keys(rows[0] ?? {});
  const content = csvRows([columns, ...rows.map((row) => Object.values(row).map(written))]);
  return { name: 'goldcrest.csv', type: 'text/csv', content };
}

function cellsOf(record: ExportRecord): Record<string, Cell> {
  const { observation, identifications, standing, taxon, place } = record;
  const app = lastMachine(identifications);
  return {
    id: observation.id,
    day: record.day,
    time: observation.time,
    common_name: record.commonName,
    scientific_name: record.scientificName,
    rank: taxon?.rank ?? null,
    family: taxon?.family ?? null,
    status: standing.status === 'open' ? 'unchecked' : standing.status,
    identified_by: standing.by && sayer(standing.by),
    app_named: app?.scientificName ?? null,
    app_probability: app?.machine?.probability ?? null,
    count: observation.count,
    place: place?.name ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    uncertainty_m: place?.uncertainty ?? null,
    rounded_to_degrees: place?.rounded ?? null,
    note: observation.observation.note ?? null,
    files: observation.media.map(({ name }) => name).join('; '),
  };
}

function written(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? degreesText(cell) : asText(cell);
}
