import type { ExportFile } from './file';
import { sayer, type ExportRecord } from './records';

/** RFC 7946: longitude first. An observation without a place is a feature without a geometry. */
export function geojsonFile(records: readonly ExportRecord[]): ExportFile {
  const features = records.map(({ scientificName, commonName, day, observation, place, standing, taxon }) => ({
    type: 'Feature',
    id: observation.id,
    geometry: place && { type: 'Point', coordinates: [place.longitude, place.latitude] },
    properties: {
      scientificName,
      commonName,
      rank: taxon?.rank ?? null,
      day,
      time: observation.time,
      count: observation.count,
      status: standing.status === 'open' ? 'unchecked' : standing.status,
      identifiedBy: standing.by && sayer(standing.by),
      byMachine: standing.status === 'open',
      probability: standing.by?.machine?.probability ?? null,
      uncertaintyInMeters: place?.uncertainty ?? null,
      roundedToDegrees: place?.rounded ?? null,
      note: observation.observation.note ?? null,
    },
  }));
  const content = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
  return { name: 'goldcrest.geojson', type: 'application/geo+json', content };
}
