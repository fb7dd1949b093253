import { monthOf } from '../domain/observation';
import { PLACE_WEIGHT } from '../domain/support';
import type { TaxonId } from '../domain/taxonomy';
import type { Candidate } from './classify_image/schema';
import type { ToolContext } from './context';

/** Species of the candidates' genera that live at the place and that the labels do not hold, the likeliest first. */
export async function strangersHere(
  candidates: readonly Candidate[],
  labels: readonly string[],
  { observation, priors, signal, taxonomy }: ToolContext,
): Promise<{ taxon: TaxonId; share: number }[]> {
  const { place, day } = observation;
  if (!place || !priors) return [];
  const local = await priors.at(place, signal);
  if (!local.ok) return [];
  const month = day ? monthOf(day) : null;
  const known = new Set(labels);
  const genera = new Set(candidates.map(({ taxon }) => taxonomy.get(taxon)?.genus));
  const strangers = [];
  for (const [taxon] of local.value.all(month)) {
    if (known.has(taxon) || !genera.has(taxonomy.get(taxon)?.genus)) continue;
    const share = local.value.chance(taxon, month)?.share ?? 0;
    if (share >= PLACE_WEIGHT.unusual) strangers.push({ taxon, share });
  }
  return strangers.sort((a, b) => b.share - a.share);
}
