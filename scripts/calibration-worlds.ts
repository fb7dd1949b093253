/** The places that a calibration has asked about, as its folder keeps them in worlds.json. */
import type { TaxonId } from '../src/domain/taxonomy';
import type { LocalList, SpeciesPlaces } from '../evaluation/judgement/worlds';

export interface Worlds {
  /** Species that the geo model knows. */
  known: TaxonId[];
  lists: (LocalList | null)[];
  /** By species, or `any` for what is no bird: indices into the lists. */
  places: Record<string, { own: number[]; far: number | null }>;
}

export function placesIn({ lists, places }: Worlds): (truth: TaxonId | null) => SpeciesPlaces {
  const at = (index: number | null): LocalList | null => (index === null ? null : (lists[index] ?? null));
  return (truth) => {
    const of = places[truth ?? 'any'];
    return { own: of?.own.flatMap((index) => at(index) ?? []) ?? [], far: at(of?.far ?? null) };
  };
}
