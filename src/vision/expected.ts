import { rangeStatus } from '../domain/place-weight';
import type { TaxonId } from '../domain/taxonomy';
import type { RangeStatus } from '../domain/tools/geo_prior';
import { MONTHS } from '../storage/prior-tile';
import type { LocalBirds } from './priors';

/** A bird to expect at a place in a month. */
export interface ExpectedBird {
  taxon: TaxonId;
  /** Its probability over that of the likeliest bird there in that month. */
  share: number;
  status: RangeStatus;
  /** Its probability in each month of the year. */
  months: readonly number[];
}

/** The birds of a place in a month, the likeliest first, without those that are out of range. */
export function expectedBirds(local: LocalBirds, month: number): ExpectedBird[] {
  const birds: ExpectedBird[] = [];
  for (const [taxon] of local.all(month)) {
    const share = local.chance(taxon, month)?.share ?? 0;
    const status = rangeStatus(share);
    if (status !== 'out_of_range') birds.push({ taxon, share, status, months: monthsOf(local, taxon) });
  }
  return birds.sort((a, b) => b.share - a.share);
}

/** The chance of a bird in each month of the year; all nothing for one that the geo model does not know. */
export function monthsOf(local: LocalBirds, taxon: TaxonId): number[] {
  return Array.from({ length: MONTHS }, (_, index) => local.chance(taxon, index + 1)?.probability ?? 0);
}
