import { monthOf } from '../domain/observation';
import type { ToolContext } from './context';

/** Of the birds expected at the place, weighted by how likely each is, the share that has a label. */
export async function labelCoverage(
  labels: readonly string[],
  { observation, priors, signal }: ToolContext,
): Promise<number | null> {
  const { place, day } = observation;
  if (!place || !priors) return null;
  const local = await priors.at(place, signal);
  if (!local.ok) return null;
  const known = new Set<string>(labels);
  let covered = 0;
  let total = 0;
  for (const [taxon, probability] of local.value.all(day ? monthOf(day) : null)) {
    total += probability;
    if (known.has(taxon)) covered += probability;
  }
  return total > 0 ? covered / total : null;
}
