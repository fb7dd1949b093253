import type { Identification, KeptObservation } from './kept';
import { standing, type Standing } from './standing';

/** A kept observation with its identifications and where they stand. */
export interface Page {
  observation: KeptObservation;
  identifications: readonly Identification[];
  standing: Standing;
}

export function pageOf({ observation, identifications }: Omit<Page, 'standing'>): Page {
  return { observation, identifications, standing: standing(identifications) };
}

/** The pages by the runs of their machine identifications. */
export function byRun(pages: readonly Page[]): ReadonlyMap<string, Page> {
  const found = new Map<string, Page>();
  for (const page of pages) {
    for (const { machine } of page.identifications) if (machine?.run) found.set(machine.run, page);
  }
  return found;
}
