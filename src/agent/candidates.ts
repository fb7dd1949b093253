import { answers, type Ledger } from '../domain/ledger';
import { looksThatCount } from '../domain/search';
import type { TaxonId } from '../domain/taxonomy';

/** As many as one question about a place may name. */
const MAX_TAXA = 20;

/**
 * Every species worth asking about, in the order they came up: what was seen where there was a bird, then every bird that was heard before what
 * else each could be. What a recording was merely scored for and nobody declared is none.
 */
export function candidatesOf(ledger: Ledger): TaxonId[] {
  const seen = looksThatCount(ledger).flatMap(({ payload }) => payload.candidates);
  const birds = answers(ledger, 'classify_sound').flatMap(({ payload }) => payload.birds);
  const heard = [...birds, ...birds.flatMap((bird) => bird.candidates)];
  return [...new Set([...seen, ...heard].map(({ taxon }) => taxon))].slice(0, MAX_TAXA);
}
