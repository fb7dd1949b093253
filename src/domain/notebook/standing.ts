import type { TaxonId } from '../taxonomy';
import type { Identification } from './kept';

/** How an observation's identifications stand together. */
export interface Standing {
  /** What the bird counts as: the person's word where there is one, else the machine's. */
  taxon: TaxonId | null;
  /** `open`: only a machine has spoken. */
  status: 'open' | 'confirmed' | 'corrected' | 'rejected';
  /** The identification that decides; null where there is none. */
  by: Identification | null;
}

/** Those that still count: neither undone nor an undoing, oldest first. */
export function current(identifications: readonly Identification[]): Identification[] {
  const undone = new Set(identifications.flatMap(({ undoes }) => undoes ?? []));
  return identifications
    .filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** What a machine said last; null where none has spoken. */
export function lastMachine(identifications: readonly Identification[]): Identification | null {
  return current(identifications).findLast(({ kind }) => kind === 'machine') ?? null;
}

/** What a person said last and has not taken back; null where nobody has. */
export function lastPerson(identifications: readonly Identification[]): Identification | null {
  return current(identifications).findLast(({ kind }) => kind !== 'machine') ?? null;
}

/** A person's last word decides; without one, the machine's last. */
export function standing(identifications: readonly Identification[]): Standing {
  const person = lastPerson(identifications);
  const machine = lastMachine(identifications);
  if (!person) return { taxon: machine?.taxon ?? null, status: 'open', by: machine ?? null };
  if (person.kind === 'rejected') return { taxon: null, status: 'rejected', by: person };
  return { taxon: person.taxon, status: person.kind === 'confirmed' ? 'confirmed' : 'corrected', by: person };
}
