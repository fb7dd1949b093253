import type { Page } from './page';
import { answers, type Ledger } from '../ledger';
import type { RangeStatus } from '../tools/geo_prior';
import { lastMachine } from './standing';

/** Why its observer should look at an observation again. */
export type Doubt = 'unsure' | 'unusual';

/** Named only by a machine that was not sure, or unusual there in that month. */
export function doubtsOf({ identifications, standing: { status } }: Page): Doubt[] {
  if (status !== 'open') return [];
  const machine = lastMachine(identifications)?.machine;
  if (!machine) return ['unsure'];
  const unusual = machine.range !== undefined && machine.range !== 'expected';
  return [...(unusual ? (['unusual'] as const) : []), ...(machine.grain === 'species' ? [] : (['unsure'] as const))];
}

/** Whether a species is expected at the place and in the month, as a run has looked it up; undefined where it has not. */
export function rangeOf(ledger: Ledger, species: string | null): RangeStatus | undefined {
  return answers(ledger, 'geo_prior')
    .flatMap(({ payload }) => (payload.applied ? payload.species : []))
    .findLast(({ taxon }) => taxon === species)?.status;
}
