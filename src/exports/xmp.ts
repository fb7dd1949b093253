import type { ExportFile } from './file';
import type { ExportRecord } from './records';
import { xmlText } from './xml';

/**
 * A sidecar for each photo, `DSC_1.jpg.xmp`: keywords that Lightroom, digiKam and darktable read. The photos themselves stay
 * as they are. Photos of one name lie in a folder each, by day and observation.
 */
export function xmpFiles(records: readonly ExportRecord[]): ExportFile[] {
  const photos = records.flatMap((record) =>
    record.observation.media
      .filter(({ type }) => type.startsWith('image/'))
      .map(({ name }) => ({ name: fileName(name), record })),
  );
  const counts = new Map<string, number>();
  for (const { name } of photos) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return photos.flatMap(({ name, record }) => {
    const path = `${folderOf(name, record, counts)}${name}.xmp`;
    if (taken.has(path)) return [];
    taken.add(path);
    return { name: path, type: 'application/rdf+xml', content: sidecar(record) };
  });
}

function folderOf(name: string, { day, observation }: ExportRecord, counts: ReadonlyMap<string, number>): string {
  return (counts.get(name) ?? 0) > 1 ? `${day ?? 'no-day'} ${observation.id}/` : '';
}

/** A name that stays inside the archive and is allowed on every system. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'photo';
}

/** What only the app has said bears a keyword of its own, by which a photo program finds it again. */
function sidecar({ taxon, scientificName, commonName, standing }: ExportRecord): string {
  const path = ['Birds', taxon?.order, taxon?.family, taxon?.rank === 'family' ? undefined : taxon?.genus];
  const ranks = [...path, taxon?.rank === 'species' ? scientificName : undefined].filter((name) => name !== undefined);
  // The signs that separate ranks cannot be in a name.
  const hierarchy = ranks.map((name) => name.replace(/[|/]/g, ' '));
  const unchecked = standing.status === 'open' ? 'Goldcrest: unchecked' : null;
  const named = [commonName, scientificName, taxon?.family, unchecked].filter((name) => name);
  const subjects = [...new Set(named)] as string[];
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
    xmlns:digiKam="http://www.digikam.org/ns/1.0/">
   <dc:subject><rdf:Bag>${list(subjects)}</rdf:Bag></dc:subject>
   <lr:hierarchicalSubject><rdf:Bag>${list([hierarchy.join('|')])}</rdf:Bag></lr:hierarchicalSubject>
   <digiKam:TagsList><rdf:Seq>${list([hierarchy.join('/')])}</rdf:Seq></digiKam:TagsList>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `<rdf:li>${xmlText(text)}</rdf:li>`).join('');
}
