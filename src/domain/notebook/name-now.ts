import type { Taxon, Taxonomy } from '../taxonomy';
import type { Identification } from './kept';

type Named = Pick<Identification, 'taxon' | 'scientificName'>;
type Names = Pick<Taxonomy, 'get' | 'find'>;

/** The taxon of today that an identification means: by its id, or, where the table has changed, by its name. */
export function taxonNow({ taxon, scientificName }: Named, taxonomy: Names): Taxon | null {
  const byId = taxon === null ? undefined : taxonomy.get(taxon);
  return byId ?? (scientificName === null ? null : (taxonomy.find(scientificName) ?? null));
}

/**
 * What has become of a name since it was noted: `renamed` is the same bird by another scientific name, `merged` is part of
 * another bird today, `unknown` is no longer in today's list. Null where nothing has changed.
 */
export function nameChange(named: Named, taxonomy: Names): 'renamed' | 'merged' | 'unknown' | null {
  const { taxon, scientificName } = named;
  if (scientificName === null) return null;
  const now = taxonNow(named, taxonomy);
  if (!now) return 'unknown';
  if (now.id !== taxon) return 'merged';
  return now.scientificName === scientificName ? null : 'renamed';
}
