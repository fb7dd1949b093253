import type { Sentence } from '../sentence';
import type { Rank, TaxonId } from '../../../domain/taxonomy';
import type { IdentificationKind } from '../../../domain/notebook/kept';

/** The words of saying what a bird is: searching for it, agreeing, putting right, and what was said so far. */
export const naming = {
  search: {
    label: 'Which bird is it?',
    example: 'A name in any language',
    clear: 'Clear the search',
    results: 'Birds found',
    found: (count: number) => (count === 1 ? 'One bird found.' : `${count} birds found.`),
    none: 'No bird of this name is known here. Try fewer letters, or the scientific name.',
    loading: 'Loading the names',
    unavailable: 'The names could not be read. Reload the page to try again.',
    called: (name: string) => `“${name}”`,
    rank: { species: '', genus: 'genus', family: 'family' } satisfies Record<Rank, string>,
  },
  confirm: 'Confirm',
  correct: 'Correct it',
  name: 'Name it',
  undo: 'Undo',
  cancel: 'Cancel',
  why: 'Why? (optional)',
  whyExample: 'What you saw or heard',
  orOnlyNot: 'I only know that it is not this one',
  history: (count: number) => (count === 1 ? 'History (1)' : `History (${count})`),
  you: 'You',
  app: 'The app',
  appWith: (packs: string) => `The app, with ${packs}`,
  /** What one entry of the list says of a taxon; `null` where it names none. */
  said: {
    machine: (taxon: TaxonId | null): Sentence => (taxon ? [{ taxon }] : ['No name']),
    confirmed: (taxon: TaxonId | null): Sentence => (taxon ? ['Yes, ', { taxon }] : ['Yes']),
    rejected: (taxon: TaxonId | null): Sentence => (taxon ? ['Not ', { taxon }] : ['Not a bird']),
    corrected: (taxon: TaxonId | null): Sentence => (taxon ? [{ taxon }] : ['No bird']),
    undone: (taxon: TaxonId | null): Sentence => (taxon ? ['Taken back: ', { taxon }] : ['Taken back']),
  } satisfies Record<IdentificationKind, (taxon: TaxonId | null) => Sentence>,
  /** Where the app had named nothing. */
  namedByYou: 'Named by you',
  /** An entry that was taken back since. */
  takenBack: 'taken back',
  /** A taxonomy that has changed since. */
  changed: {
    renamed: (then: string): string => `When you noted it, it was called ${then}.`,
    merged: (then: string): string => `You noted it as ${then}, which is part of this bird today.`,
    unknown: (then: string): string => `You noted it as ${then}. Today’s list of birds has no such name.`,
  },
  asKept: 'The photo, as you kept it.',
  settings: {
    observer: 'Your name',
    observerWhy: 'Shown next to your identifications and in exports. Optional.',
    copies: 'What to keep of photos',
    ask: 'Ask me',
  },
  facts: {
    count: 'How many',
    uncounted: 'not counted',
    fewer: 'One fewer',
    more: 'One more',
    sensitive: 'Sensitive place',
    sensitiveWhy: 'Exports round it to about 11 km and leave out its name.',
    time: 'Time',
    offset: (offset: string) => `UTC${offset === 'Z' ? '' : offset}`,
    originals: (size: string) => `Original files kept, ${size}`,
    reduced: (size: string) => `Smaller copies kept, ${size}`,
    noFiles: 'No files kept, only the small picture',
    madeBy: (packs: string) => `Identified with ${packs}`,
    keptOn: (day: string) => `Kept on ${day}`,
    remove: 'Remove from the notebook',
    again: 'Look again with today’s models',
  },
};
