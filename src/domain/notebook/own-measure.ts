import { upperBound } from '../binomial';
import type { TaxonId, Taxonomy } from '../taxonomy';
import type { Identification } from './kept';
import { speciesSaid } from './life-list';
import { taxonNow } from './name-now';
import type { Page } from './page';
import { current } from './standing';

/** How often the app's species was right, where a person has said what it was. */
export interface OwnMeasure {
  /** Observations for which the app declared a species and the person's word tells whether it was right. */
  n: number;
  wrong: number;
  /** With 95 % confidence not more than this share of its species is wrong, for birds such as these; 1 where nothing is known. */
  upTo: number;
}

/** Whether a person agreed with the machine's identification before theirs; null if it declared no species. */
export function judgedSpecies(page: Page, taxonomy: Taxonomy): { declared: TaxonId; right: boolean } | null {
  const { by } = page.standing;
  if (!by || by.kind === 'machine') return null;
  const machine = wordBefore(page, by);
  const declared = machine?.machine?.grain === 'species' ? taxonNow(machine, taxonomy) : null;
  if (declared?.rank !== 'species') return null;
  if (by.kind === 'rejected') {
    return taxonNow(by, taxonomy)?.id === declared.id ? { declared: declared.id, right: false } : null;
  }
  const said = taxonNow(by, taxonomy);
  // "One of this genus" leaves open whether the species was right.
  if (!said || (said.id !== declared.id && taxonomy.contains(said.id, declared.id))) return null;
  return { declared: declared.id, right: said.id === declared.id };
}

export function ownMeasure(pages: readonly Page[], taxonomy: Taxonomy): OwnMeasure {
  const judged = pages.flatMap((page) => judgedSpecies(page, taxonomy) ?? []);
  const wrong = judged.filter(({ right }) => !right).length;
  return { n: judged.length, wrong, upTo: upperBound(wrong, judged.length) };
}

/** A person judged the identification that was there then, not a later one by other models. */
function wordBefore({ identifications }: Page, by: Identification): Identification | null {
  return current(identifications).findLast(({ kind, at }) => kind === 'machine' && at <= by.at) ?? null;
}

/** A row of `labels.json`, as `npm run bench` reads it. */
export interface Label {
  id: string;
  scientific_name: string;
  photo?: string;
  sound?: string;
  place?: { lat: number; lon: number; date: string | null };
  source: string;
}

export interface LabelledSet {
  rows: Label[];
  /** Path in the set and the sha256 of what lies there. */
  files: { path: string; sha256: string }[];
}

/** What a person said to species, with the files that were kept, as a labelled set. One row a photo or recording. */
export function labelledSet(pages: readonly Page[], taxonomy: Taxonomy): LabelledSet {
  const rows: Label[] = [];
  const files = new Map<string, string>();
  for (const page of pages) {
    const species = speciesSaid(page, taxonomy);
    const { id, media, observation } = page.observation;
    if (species === null) continue;
    for (const [index, { ref, sha256, type, name }] of media.entries()) {
      const kind = ref.startsWith('sound') ? 'sound' : 'photo';
      const path = `${kind}s/${sha256}.${endingOf(name, type)}`;
      files.set(path, sha256);
      const { place, day } = observation;
      rows.push({
        id: `${id}-${index + 1}`,
        scientific_name: taxonomy.get(species)!.scientificName,
        [kind]: path,
        ...(place && { place: { lat: place.latitude, lon: place.longitude, date: day } }),
        // A split keeps the photos of one observation on one side.
        source: id,
      });
    }
  }
  return { rows, files: [...files].map(([path, sha256]) => ({ path, sha256 })) };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
};

/** By what the file is: a smaller copy of a JPEG is a WebP file under the name of the JPEG. */
function endingOf(name: string, type: string): string {
  return ENDINGS[type] ?? /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin';
}
