import { inNumber, plural } from '../language.svelte';
import type { Unmatched } from '../../../imports/ebird-life-list';

const n = (count: number, one: string, other: string): string => `${inNumber(count)} ${plural(count, one, other)}`;

/** The words of My birds: the list, lists from elsewhere, and how good the app is for this person. */
export const birds = {
  title: 'My birds',
  lead: 'The species that you have confirmed or named yourself. A genus is not counted.',
  species: (count: number) => n(count, 'species', 'species'),
  speciesOf: (count: number, all: number) => `${inNumber(count)} of ${n(all, 'species', 'species')}`,
  empty: 'None yet. Keep an observation and confirm its bird, or import your list.',
  nothingHere: 'None of your species matches.',
  loading: 'Opening your birds',
  filter: { year: 'Year', month: 'Month', place: 'Place', order: 'Order', all: 'All' },
  order: {
    latest: 'Latest first',
    first: 'Newest on the list first',
    taxonomic: 'As in a field guide',
    name: 'By name',
  },
  seen: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  noDay: 'No date',
  times: (count: number) => n(count, 'time', 'times'),
  fromList: 'from your eBird list',
  newForYou: 'New for you',
  import: {
    title: 'Import your eBird life list',
    how: 'On ebird.org, open My eBird, then your life list, and choose Download (CSV). The file is read on this device.',
    choose: 'Choose the file',
    wrong: {
      not_a_life_list: {
        title: 'This is not an eBird life list',
        message: 'The file lacks columns that an eBird list has. Download the life list as CSV and choose that file.',
      },
      too_large: {
        title: 'This file is too large for a life list',
        message: 'Even a list of every bird is smaller than 2 MB.',
      },
    },
    unchanged: 'Your birds are as they were.',
    found: (species: number, fresh: number) =>
      `${n(species, 'species', 'species')}, ${inNumber(fresh)} of them new to your list.`,
    renamed: (count: number) => `${n(count, 'bird has', 'birds have')} another name today`,
    unmatched: (count: number) => `${n(count, 'row is', 'rows are')} left out`,
    line: (line: number) => `Row ${inNumber(line)}`,
    why: {
      not_a_species: 'not identified to species, or a hybrid',
      not_countable: 'eBird does not count it',
      unknown_name: 'no bird of this name is known here',
    } satisfies Record<Unmatched, string>,
    add: 'Add to my birds',
    cancel: 'Cancel',
    added: (species: number) => `Added: ${n(species, 'species', 'species')}.`,
    takenOut: 'Removed again.',
    undo: 'Undo',
    lists: 'Imported lists',
    listOf: (name: string, day: string, rows: number) => `${name}, ${day}: ${n(rows, 'bird', 'birds')}`,
    takeOut: 'Remove',
    noBackup: 'Lists from elsewhere are not part of a backup. Keep the file.',
  },
  measure: {
    title: 'How good is it for me?',
    none: 'Check birds that Goldcrest has named: confirm or correct them. It then measures itself by what you said.',
    said: (right: number, all: number) =>
      `Of ${n(all, 'species', 'species')} that the app named and you checked, ${inNumber(right)} ${plural(right, 'was', 'were')} right.`,
    bound: (percent: string) => `With 95% confidence, at most ${percent} of the species it names for you are wrong.`,
    unknown: 'That is too few to say how often it is wrong.',
    stated: (percent: string) => `Its models are set to name a wrong species at most ${percent} of the time.`,
    care: 'This holds for birds like those that you checked. If you mostly check the easy ones, it looks better than it is.',
    save: 'Save as a labelled set',
    saveWhy: (files: number) =>
      `A zip with labels.json and ${n(files, 'file', 'files')}, for “npm run bench”. It names your places.`,
    saving: (done: number, total: number) => `Packing ${inNumber(done)} of ${inNumber(total)}`,
  },
};
