import { monthOf } from '../domain/observation';
import { PLACE_WEIGHT } from '../domain/place-weight';
import type { TaxonId } from '../domain/taxonomy';
import type { Candidate } from '../domain/tools/classify_image';
import type { ToolContext } from './context';

interface UnlabelledSpecies {
  taxon: TaxonId;
  share: number;
}

/** By genus; null where nothing is known about the place. */
export type UnlabelledHere = ReadonlyMap<string, readonly UnlabelledSpecies[]> | null;

/** The species that live at the place and have no label. Needs no picture: it is found while a model runs. */
export async function unlabelledHere(
  labels: readonly string[],
  { observation, priors, signal, taxonomy }: ToolContext,
): Promise<UnlabelledHere> {
  const { place, day } = observation;
  if (!place || !priors) return null;
  const local = await priors.at(place, signal);
  if (!local.ok) return null;
  const birds = local.value;
  const month = day ? monthOf(day) : null;
  const known = new Set(labels);
  const byGenus = new Map<string, UnlabelledSpecies[]>();
  for (const [taxon] of birds.all(month)) {
    const genus = known.has(taxon) ? undefined : taxonomy.get(taxon)?.genus;
    const share = birds.chance(taxon, month)?.share ?? 0;
    if (!genus || share < PLACE_WEIGHT.unusual) continue;
    const others = byGenus.get(genus);
    if (others) others.push({ taxon, share });
    else byGenus.set(genus, [{ taxon, share }]);
  }
  return byGenus;
}

/** Those of the candidates' genera, the likeliest first. */
export function unlabelledRelatives(
  candidates: readonly Candidate[],
  here: UnlabelledHere,
  { taxonomy }: ToolContext,
): UnlabelledSpecies[] {
  const genera = new Set(candidates.flatMap(({ taxon }) => taxonomy.get(taxon)?.genus ?? []));
  return [...genera].flatMap((genus) => here?.get(genus) ?? []).sort((a, b) => b.share - a.share);
}
