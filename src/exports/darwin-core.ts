import { zipSync, strToU8 } from 'fflate';
import type { Identification } from '../domain/notebook/kept';
import { current, lastMachine } from '../domain/notebook/standing';
import type { Taxonomy } from '../domain/taxonomy';
import { emlXml, metaXml, type Dataset } from './darwin-core-meta';
import { MULTIMEDIA_TERMS, OCCURRENCE_TERMS, type MultimediaTerm, type OccurrenceTerm } from './darwin-core-terms';
import type { ExportFile } from './file';
import { degreesText, sayer, type ExportRecord } from './records';
import type { MediaRegion } from './regions';
import { csvRows } from './csv';

export interface DarwinCoreRecord {
  record: ExportRecord;
  regions: readonly MediaRegion[];
}

/** A Darwin Core archive: occurrences, their media with boxes and times (Audubon Core), and what describes both. */
export function darwinCoreArchive(
  records: readonly DarwinCoreRecord[],
  dataset: Dataset,
  taxonomy: Taxonomy,
): ExportFile {
  const occurrences = records.map(({ record }) => inOrder(OCCURRENCE_TERMS, occurrence(record, taxonomy)));
  const media = records.flatMap((one) => mediaRows(one).map((row) => inOrder(MULTIMEDIA_TERMS, row)));
  const content = zipSync({
    'meta.xml': strToU8(metaXml()),
    'eml.xml': strToU8(emlXml(dataset)),
    'occurrence.csv': strToU8(csvRows([Object.keys(OCCURRENCE_TERMS), ...occurrences])),
    'multimedia.csv': strToU8(csvRows([Object.keys(MULTIMEDIA_TERMS), ...media])),
  });
  return { name: 'goldcrest-darwin-core.zip', type: 'application/zip', content: new Uint8Array(content) };
}

type Cells<Term extends string> = Partial<Record<Term, string>>;

function inOrder<Term extends string>(terms: Readonly<Record<Term, string>>, cells: Cells<Term>): string[] {
  return (Object.keys(terms) as Term[]).map((term) => cells[term] ?? '');
}

function occurrence(record: ExportRecord, taxonomy: Taxonomy): Cells<OccurrenceTerm> {
  const { observation, identifications, standing, taxon, place } = record;
  const { by } = standing;
  const machine = lastMachine(identifications);
  const others = current(identifications).filter((one) => one !== by);
  return {
    occurrenceID: `urn:uuid:${observation.id}`,
    basisOfRecord: standing.status === 'open' ? 'MachineObservation' : 'HumanObservation',
    occurrenceStatus: 'present',
    eventDate: observation.time ?? record.day ?? '',
    individualCount: observation.count === null ? '' : String(observation.count),
    recordedBy: by && by.kind !== 'machine' ? sayer(by) : '',
    scientificName: record.scientificName,
    taxonRank: taxon?.rank ?? (record.scientificName === 'Aves' ? 'class' : ''),
    taxonID: taxon?.rank === 'species' ? `eBird:${taxon.id}` : '',
    kingdom: 'Animalia',
    class: 'Aves',
    order: taxon?.order ?? '',
    family: taxon?.family ?? '',
    genus: taxon?.genus ?? '',
    specificEpithet: taxon?.rank === 'species' ? (taxon.scientificName.split(' ')[1] ?? '') : '',
    vernacularName: record.commonName ?? '',
    nameAccordingTo: taxonomy.version,
    verbatimIdentification: by?.scientificName ?? '',
    identifiedBy: by ? sayer(by) : '',
    dateIdentified: by?.at ?? '',
    identificationVerificationStatus: standing.status === 'open' ? 'unverified' : `${standing.status} by observer`,
    identificationRemarks: [machine && machineInWords(machine), by?.why].filter((text) => text).join('. '),
    previousIdentifications: others.map(identificationInWords).join(' | '),
    ...(place && {
      decimalLatitude: degreesText(place.latitude),
      decimalLongitude: degreesText(place.longitude),
      geodeticDatum: 'EPSG:4326',
      coordinateUncertaintyInMeters: place.uncertainty === null ? '' : String(place.uncertainty),
      locality: place.name ?? '',
      georeferenceSources: SOURCES[place.source],
      dataGeneralizations: place.rounded === null ? '' : `Coordinates rounded to ${place.rounded} degrees.`,
    }),
    occurrenceRemarks: observation.observation.note ?? '',
    dynamicProperties: JSON.stringify({
      // Under a key of its own: none of it is said of what a person named.
      ...(machine && {
        machineIdentification: { by: machine.by, scientificName: machine.scientificName, ...figures(machine) },
      }),
      packs: observation.packs.map(({ name, version }) => `${name} ${version}`),
    }),
  };
}

const SOURCES = {
  exif: 'the photo’s own position',
  typed: 'coordinates that the observer typed',
  map: 'chosen on a map',
  device: 'the device’s position',
  search: 'a place found by its name',
  given: 'given with the file',
} as const;

function figures({
  machine,
}: Identification): Pick<NonNullable<Identification['machine']>, 'grain' | 'probability' | 'rule'> | null {
  if (!machine) return null;
  const { grain, probability, rule } = machine;
  return { grain, probability, rule };
}

function machineInWords({ by, scientificName, machine }: Identification): string {
  const said = `Machine (${by}): ${scientificName ?? 'no name'}`;
  if (!machine) return said;
  const { grain, probability, rule } = machine;
  return `${said}, ${grain}, probability ${probability.toFixed(3)}, rule ${rule}`;
}

function identificationInWords(said: Identification): string {
  const { kind, scientificName, at, machine } = said;
  const sure = machine ? `, probability ${machine.probability.toFixed(3)}` : '';
  return `${scientificName ?? 'no name'} (${kind} by ${sayer(said)} on ${at.slice(0, 10)}${sure})`.replaceAll('|', ' ');
}

/** A row for each photo and sound, and one for each part of it that shows or holds the bird. */
function mediaRows({ record, regions }: DarwinCoreRecord): Cells<MultimediaTerm>[] {
  const occurrenceID = `urn:uuid:${record.observation.id}`;
  return record.observation.media.flatMap((medium): Cells<MultimediaTerm>[] => {
    const identifier = `urn:sha256:${medium.sha256}`;
    const whole: Cells<MultimediaTerm> = {
      occurrenceID,
      identifier,
      type: medium.type.startsWith('image/') ? 'StillImage' : 'Sound',
      format: medium.type,
      title: medium.name,
      hashFunction: 'SHA-256',
      hashValue: medium.sha256,
      scientificName: record.scientificName,
    };
    const parts = regions.filter(({ ref }) => ref === medium.ref);
    return [
      whole,
      ...parts.map((part, index): Cells<MultimediaTerm> => ({
        occurrenceID,
        identifier: `${identifier}#${index + 1}`,
        type: whole.type ?? '',
        isROIOf: identifier,
        scientificName: record.scientificName,
        ...('from' in part
          ? { startTime: part.from.toFixed(3), endTime: part.to.toFixed(3) }
          : {
              xFrac: part.x.toFixed(6),
              yFrac: part.y.toFixed(6),
              widthFrac: part.width.toFixed(6),
              heightFrac: part.height.toFixed(6),
            }),
      })),
    ];
  });
}
