import type { Place } from '../domain/observation';
import type { Identification, KeptObservation } from '../domain/notebook/kept';
import { ME } from '../domain/notebook/keeping';
import { taxonNow } from '../domain/notebook/name-now';
import { standing, type Standing } from '../domain/notebook/standing';
import type { Taxon, Taxonomy } from '../domain/taxonomy';

/** How many degrees a blurred place is rounded to: about 1 km and about 11 km from south to north. */
export const BLURS = { exact: 0, kilometre: 0.01, tenKilometres: 0.1 } as const;
export type Blur = keyof typeof BLURS;
/** What the place of a sensitive observation is rounded to, whatever else was chosen. */
const SENSITIVE = BLURS.tenKilometres;
/** Who spoke, where no name is set. */
const OBSERVER = 'the observer';

/** An observation with what was said of it. */
export interface Source {
  observation: KeptObservation;
  identifications: readonly Identification[];
}

export interface ExportedPlace {
  latitude: number;
  longitude: number;
  /** Metres around the point within which the bird was; null where nobody knows. */
  uncertainty: number | null;
  /** Degrees that the coordinates were rounded to; null where they are as they were kept. */
  rounded: number | null;
  /** What the place is called; left out of a blurred place, which the name would tell. */
  name: string | null;
  source: Place['source'];
}

/** An observation as exports see it: what bird it counts as, by today's names, and a place as exact as was asked for. */
export interface ExportRecord extends Source {
  standing: Standing;
  /** Null where a machine named no bird, or the name is in no table. */
  taxon: Taxon | null;
  /** Today's, or what it was called then where today's table has no such name; `Aves` for a bird that was not named. */
  scientificName: string;
  commonName: string | null;
  place: ExportedPlace | null;
  /** `2026-05-17`, local. */
  day: string | null;
}

export interface Choice {
  /** `confirmed`: only what a person confirmed or corrected. */
  which: 'confirmed' | 'all';
  blur: Blur;
}

/** Rules by which a machine said that there was no bird, or none that it could look at. */
const NO_BIRD: readonly string[] = ['no_bird_found', 'no_bird_heard', 'not_a_bird'];

/** The observations that an export holds, in the order of their days. What a person rejected is in none. */
export function exportRecords(
  sources: readonly Source[],
  { which, blur }: Choice,
  taxonomy: Taxonomy,
  commonName: (id: string) => string | null,
): ExportRecord[] {
  return sources
    .flatMap((source) => {
      const stands = standing(source.identifications);
      const byPerson = stands.status === 'confirmed' || stands.status === 'corrected';
      if (stands.status === 'rejected' || (which === 'confirmed' && !byPerson)) return [];
      if (!stands.by || (stands.taxon === null && (byPerson || saidNoBird(stands.by)))) return [];
      const taxon = taxonNow(stands.by, taxonomy);
      const { observation } = source.observation;
      return {
        ...source,
        standing: stands,
        taxon,
        scientificName: taxon?.scientificName ?? stands.by.scientificName ?? 'Aves',
        commonName: taxon && commonName(taxon.id),
        place:
          observation.place &&
          exportedPlace(observation.place, Math.max(BLURS[blur], source.observation.sensitive ? SENSITIVE : 0)),
        day: observation.day ?? source.observation.time?.slice(0, 10) ?? null,
      };
    })
    .sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : (a.day ?? '') > (b.day ?? '') ? 1 : 0));
}

/** Who said it, as a file that goes to others has it. */
export function sayer({ by }: Pick<Identification, 'by'>): string {
  return by === ME ? OBSERVER : by;
}

/** What stands beside a name that only a machine gave, so that nobody takes it for the observer's; null for a person's. */
export function machineOnly({ standing: { status, by } }: Pick<ExportRecord, 'standing'>): string | null {
  if (status !== 'open') return null;
  const probability = by?.machine?.probability;
  const sure = probability === undefined ? '' : ` (${Math.round(probability * 100)}%)`;
  return `Named by the app${sure}; not checked by the observer`;
}

function saidNoBird({ machine }: Identification): boolean {
  return machine !== undefined && NO_BIRD.includes(machine.rule);
}

function exportedPlace(place: Place, degrees: number): ExportedPlace {
  const { latitude, longitude, precisionKm, source, name = null } = place;
  const known = precisionKm === null ? null : Math.max(1, Math.round(precisionKm * 1000));
  if (degrees === 0) {
    return { latitude: tidy(latitude), longitude: tidy(longitude), uncertainty: known, rounded: null, name, source };
  }
  const round = (value: number): number => tidy(Math.round(value / degrees) * degrees);
  // From the middle of a cell to its corner, at the equator, where cells are widest; 111,320 m a degree.
  const corner = Math.ceil((degrees / 2) * Math.SQRT2 * 111_320);
  const uncertainty = corner + (known ?? 0);
  return { latitude: round(latitude), longitude: round(longitude), uncertainty, rounded: degrees, name: null, source };
}

/** Six digits are a tenth of a metre. */
function tidy(degrees: number): number {
  return Number(degrees.toFixed(6)) + 0;
}

/** A number of degrees as text, never in the form 1e-7. */
export function degreesText(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}
