import type { JudgedBird } from '../src/domain/judge-birds';
import type { TaxonId } from '../src/domain/taxonomy';

/** The species that the list of birds of a recording names, each by a verdict of its own. */
export function speciesNamed(birds: readonly JudgedBird[]): TaxonId[] {
  const named = birds.flatMap(({ verdict: { grain, taxon } }) => (grain === 'species' && taxon ? [taxon] : []));
  return [...new Set(named)];
}
