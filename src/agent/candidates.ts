import { answers, type Ledger } from '../domain/ledger';
import { looksThatCount } from '../domain/search';
import type { TaxonId } from '../domain/taxonomy';

/** The most that one question about a place may name. */
const MAX_TAXA = 20;

/**
 * Every species worth asking about, in the order they came up: birds that were seen, then every bird that was heard, then what
 * else each of those could be. What a recording was only scored for does not count.
 */
export function candidatesOf(ledger: Ledger): TaxonId[] {
  const seen = looksThatCount(ledger).flatMap(({ payload }) => payload.candidates);
  const birds = answers(ledger, 'classify_sound').flatMap(({ payload }) => payload.birds);
  const heard = [...birds, ...birds.flatMap((bird) => bird.candidates)];
  return [...new Set([...seen, ...heard].map(({ taxon }) => taxon))].slice(0, MAX_TAXA);
}
