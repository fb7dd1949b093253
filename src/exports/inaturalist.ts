import type { ExportFile } from './file';
import { degreesText, machineOnly, type ExportRecord } from './records';
import { csvRows } from './csv';

const COLUMNS = [
  'Taxon name',
  'Date observed',
  'Description',
  'Place name',
  'Latitude / y coord / northing',
  'Longitude / x coord / easting',
  'Tags',
  'Geoprivacy',
] as const;

/** The columns of iNaturalist’s import of observations as CSV. */
export function inaturalistFile(records: readonly ExportRecord[]): ExportFile {
  const rows = records.map((record) => {
    const { scientificName, day, observation, place } = record;
    return [
      scientificName,
      observation.time ? `${observation.time.slice(0, 10)} ${observation.time.slice(11, 16)}` : (day ?? ''),
      [observation.observation.note, machineOnly(record)].filter((text) => text).join('. '),
      place?.name ?? '',
      place ? degreesText(place.latitude) : '',
      place ? degreesText(place.longitude) : '',
      'Goldcrest',
      place && place.rounded !== null ? 'obscured' : 'open',
    ];
  });
  return { name: 'goldcrest-inaturalist.csv', type: 'text/csv', content: csvRows([COLUMNS, ...rows]) };
}
