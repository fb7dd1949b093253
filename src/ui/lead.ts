import type { TaxonId } from '../domain/taxonomy';
import type { Verdict } from '../domain/verdict';
import { isLikely } from './words/phrases';

/** The bird that leads, with its probability, wherever a verdict is told: the card, the lists and what is read out. */
export interface Lead {
  taxon: TaxonId;
  probability: number;
  /** It was not declared. */
  isGuess: boolean;
}

/**
 * What was declared. A guess at the species leads in its place where nothing was declared, and where the species is more likely
 * than not though only its genus or family is sure. Null where there is neither.
 */
export function leadOf({
  grain,
  taxon,
  probability,
  guess,
}: Pick<Verdict, 'grain' | 'taxon' | 'probability' | 'guess'>): Lead | null {
  const declared = grain === 'abstain' || taxon === null ? null : { taxon, probability, isGuess: false };
  return guess && (!declared || isLikely(guess.probability)) ? { ...guess, isGuess: true } : declared;
}
