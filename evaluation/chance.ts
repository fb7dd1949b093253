import type { Taxonomy } from '../src/domain/taxonomy';
import type { Judged } from './judge';

/**
 * What the verdicts would score if the truths were shuffled, averaged over all shuffles: the mean share of all
 * truths that each verdict would be right about. A shuffled run should come close to it.
 */
export function solvedByChance(judged: readonly Judged[], taxonomy: Taxonomy): number {
  const truths = judged.map(({ item }) => item.truth);
  const right = ({ failed, taxon, grain }: Judged): number =>
    failed
      ? 0
      : truths.filter((truth) =>
          truth === null ? grain === 'abstain' : taxon !== null && taxonomy.contains(taxon, truth),
        ).length;
  return judged.reduce((sum, one) => sum + right(one), 0) / (truths.length ** 2 || 1);
}
