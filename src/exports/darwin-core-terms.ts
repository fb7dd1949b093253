const dwc = <Name extends string>(...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, `http://rs.tdwg.org/dwc/terms/${name}`])) as Record<Name, string>;

const ac = <Name extends string>(...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, `http://rs.tdwg.org/ac/terms/${name}`])) as Record<Name, string>;

/** The columns of occurrence.csv, in their order, each with the term that it holds. */
export const OCCURRENCE_TERMS = dwc(
  'occurrenceID',
  'basisOfRecord',
  'occurrenceStatus',
  'eventDate',
  'individualCount',
  'recordedBy',
  'scientificName',
  'taxonRank',
  'taxonID',
  'kingdom',
  'class',
  'order',
  'family',
  'genus',
  'specificEpithet',
  'vernacularName',
  'nameAccordingTo',
  'verbatimIdentification',
  'identifiedBy',
  'dateIdentified',
  'identificationVerificationStatus',
  'identificationRemarks',
  'previousIdentifications',
  'decimalLatitude',
  'decimalLongitude',
  'geodeticDatum',
  'coordinateUncertaintyInMeters',
  'locality',
  'georeferenceSources',
  'dataGeneralizations',
  'occurrenceRemarks',
  'dynamicProperties',
);
export type OccurrenceTerm = keyof typeof OCCURRENCE_TERMS;

/** The columns of multimedia.csv; the first names the occurrence that a row belongs to. */
export const MULTIMEDIA_TERMS = {
  ...dwc('occurrenceID'),
  identifier: 'http://purl.org/dc/terms/identifier',
  type: 'http://purl.org/dc/elements/1.1/type',
  format: 'http://purl.org/dc/elements/1.1/format',
  title: 'http://purl.org/dc/terms/title',
  ...ac('hashFunction', 'hashValue'),
  ...dwc('scientificName'),
  ...ac('isROIOf', 'xFrac', 'yFrac', 'widthFrac', 'heightFrac', 'startTime', 'endTime'),
};
export type MultimediaTerm = keyof typeof MULTIMEDIA_TERMS;
