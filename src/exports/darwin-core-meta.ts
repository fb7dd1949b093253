import { MULTIMEDIA_TERMS, OCCURRENCE_TERMS } from './darwin-core-terms';
import { xmlText } from './xml';

/** How the archive describes itself. */
export interface Dataset {
  id: string;
  title: string;
  /** The observer. */
  creator: string;
  /** `2026-05-17` */
  published: string;
  count: number;
}

const CSV = `encoding="UTF-8" fieldsTerminatedBy="," linesTerminatedBy="\\r\\n" fieldsEnclosedBy="&quot;" ignoreHeaderLines="1"`;

/** Which file holds what, and which column is which term. */
export function metaXml(): string {
  const [, ...multimedia] = Object.values(MULTIMEDIA_TERMS);
  return `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
  <core ${CSV} rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
    <files><location>occurrence.csv</location></files>
    <id index="0"/>
${fields(Object.values(OCCURRENCE_TERMS), 0)}
  </core>
  <extension ${CSV} rowType="http://rs.tdwg.org/ac/terms/Multimedia">
    <files><location>multimedia.csv</location></files>
    <coreid index="0"/>
${fields(multimedia, 1)}
  </extension>
</archive>
`;
}

function fields(terms: readonly string[], from: number): string {
  return terms.map((term, index) => `    <field index="${index + from}" term="${term}"/>`).join('\n');
}

/** EML names a licence only where the observer chose one: nobody else can. */
export function emlXml({ id, title, creator, published, count }: Dataset): string {
  const person = `<individualName><surName>${xmlText(creator)}</surName></individualName>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" packageId="${xmlText(id)}" system="Goldcrest" scope="system" xml:lang="en">
  <dataset>
    <title>${xmlText(title)}</title>
    <creator>${person}</creator>
    <pubDate>${xmlText(published)}</pubDate>
    <language>en</language>
    <abstract><para>${count} observations of birds from a field notebook kept with Goldcrest. A machine proposed the names; identificationVerificationStatus says which ones the observer confirmed or corrected.</para></abstract>
    <contact>${person}</contact>
  </dataset>
</eml:eml>
`;
}
