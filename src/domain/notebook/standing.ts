import type { TaxonId } from '../taxonomy';
import type { Identification } from './kept';

/** How an observation's identifications stand together. */
export interface Standing {
  /** What the bird counts as: the person's identification if there is one, else the machine's. */
  taxon: TaxonId | null;
  /** `open`: no person has confirmed or corrected it. */
  status: 'open' | 'confirmed' | 'corrected' | 'rejected';
  /** The identification that decides; null where there is none. */
  by: Identification | null;
}

/** Those that still count, oldest first: neither undone, nor an "undo" themselves. */
export function current(identifications: readonly Identification[]): Identification[] {
  const undone = new Set(identifications.flatMap(({ undoes }) => undoes ?? []));
  return identifications
    .filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The machine's last identification; null if there is none. */
export function lastMachine(identifications: readonly Identification[]): Identification | null {
  return current(identifications).findLast(({ kind }) => kind === 'machine') ?? null;
}

/** A person's last identification that was not taken back; null if there is none. */
export function lastPerson(identifications: readonly Identification[]): Identification | null {
  return current(identifications).findLast(({ kind }) => kind !== 'machine') ?? null;
}

/** A person's last identification decides; without one, the machine's last. */
export function standing(identifications: readonly Identification[]): Standing {
  const person = lastPerson(identifications);
  const machine = lastMachine(identifications);
  if (!person) return { taxon: machine?.taxon ?? null, status: 'open', by: machine ?? null };
  if (person.kind === 'rejected') return { taxon: null, status: 'rejected', by: person };
  return { taxon: person.taxon, status: person.kind === 'confirmed' ? 'confirmed' : 'corrected', by: person };
}
