import type { Rank, TaxonId, Taxonomy } from '../../domain/taxonomy';
import type { LabelTaxon } from '../../packs/labels';
import type { ToolPayload } from '../schemas';
import type { Candidate } from './schema';

/** How many species, genera and families a classification lists. */
export const TOP_K = 10;

/** Raw outputs to calibrated probabilities: a softmax at the temperature that was fitted for the model. */
export function calibrate(raw: Float32Array, kind: 'probabilities' | 'logits', temperature: number): Float32Array {
  const SMALLEST = 1e-12;
  const logits = kind === 'logits' ? raw : raw.map((probability) => Math.log(Math.max(probability, SMALLEST)));
  const highest = logits.reduce((best, value) => Math.max(best, value), -Infinity);
  const weights = logits.map((value) => Math.exp((value - highest) / temperature));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return weights.map((value) => value / total);
}

type Ranked = Pick<ToolPayload<'classify_image'>, 'candidates' | 'genera' | 'families' | 'noBird' | 'labelCount'>;

/** The likeliest species, and genera and families by the sum over all their species. */
export function rankTaxa(probabilities: Float32Array, labels: readonly LabelTaxon[], taxonomy: Taxonomy): Ranked {
  const byRank: Record<Rank, Map<TaxonId, number>> = { species: new Map(), genus: new Map(), family: new Map() };
  let noBird = 0;
  labels.forEach((taxon, label) => {
    const probability = probabilities[label]!;
    if (taxon === 'no_bird') noBird += probability;
    if (taxon === 'no_bird' || taxon === 'ignored') return;
    for (const rank of ['species', 'genus', 'family'] as const) {
      const id = taxonomy.ancestor(taxon, rank)?.id;
      if (id) byRank[rank].set(id, (byRank[rank].get(id) ?? 0) + probability);
    }
  });
  return {
    candidates: likeliest(byRank.species),
    genera: likeliest(byRank.genus),
    families: likeliest(byRank.family),
    noBird,
    labelCount: byRank.species.size,
  };
}

function likeliest(taxa: ReadonlyMap<TaxonId, number>): Candidate[] {
  return [...taxa]
    .map(([taxon, probability]) => ({ taxon, probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, TOP_K);
}
