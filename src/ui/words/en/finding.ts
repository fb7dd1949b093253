import type { Doubt } from '../../../domain/notebook/doubt';
import type { Sureness } from '../../finding/digest';
import { inNumber, plural } from '../language.svelte';

const many = (count: number): string => `${inNumber(count)} ${plural(count, 'observation', 'observations')}`;

/** Finding observations in the notebook, and going through those that need a second look. */
export const finding = {
  title: 'Your notebook',
  opening: 'Opening your notebook',
  empty: 'Nothing is kept yet. Press “Keep” on a result, and you will find it here.',
  home: 'Identify a bird',
  search: 'Search by name, place, date or note',
  filter: {
    title: (set: number) => (set === 0 ? 'Filter' : `Filter (${set})`),
    any: 'Any',
    sureness: 'How sure',
    species: 'Species',
    family: 'Family',
    place: 'Place',
    month: 'Month',
    surenesses: {
      all: 'Any',
      sure: 'Sure',
      unsure: 'Not sure',
      check: 'Needs a second look',
    } satisfies Record<Sureness, string>,
  },
  count: (found: number, all: number) => (found === all ? `${many(all)}.` : `${inNumber(found)} of ${many(all)}.`),
  clear: 'Clear the filters',
  none: 'Nothing in your notebook matches. Try fewer words or filters.',
  views: { title: 'Show as', list: 'List', map: 'Map', calendar: 'Calendar' },
  unnamed: 'Not named',
  unusual: 'Unusual here',
  noDay: 'No date',
  map: {
    label: 'Map of your observations. Arrow keys move it, plus and minus zoom, Enter chooses what is in the middle.',
    how: 'Tap a circle to list what was seen there.',
    inSight: (count: number) => `${many(count)} on this part of the map.`,
    here: (count: number) => `${many(count)} here.`,
    noPlace: (count: number) => `${many(count)} without a place ${plural(count, 'is', 'are')} not on the map.`,
    closer: (more: number) => `And ${inNumber(more)} more. Zoom in to list them.`,
  },
  calendar: {
    earlier: 'Earlier month',
    later: 'Later month',
    month: 'Month',
    day: (day: string, count: number) => (count === 0 ? `${day}: nothing` : `${day}: ${many(count)}`),
    listed: (count: number, when: string) => `${when}: ${many(count)}.`,
  },
  toReview: (count: number) => `Review ${inNumber(count)}`,
  review: {
    title: 'Review',
    lead: 'What the app was not sure of, and what is unusual at its place and season. One key or tap each.',
    left: (count: number, later: number) =>
      `${inNumber(count)} left${later === 0 ? '' : `, ${inNumber(later)} put off`}.`,
    why: {
      unsure: 'The app was not sure.',
      unusual: 'Unusual at this place and season.',
    } satisfies Record<Doubt, string>,
    sureOnes: 'Nobody has checked this yet.',
    actions: 'Your decision',
    confirm: 'Confirm',
    reject: 'Reject',
    correct: 'Correct',
    later: 'Later',
    undo: 'Undo',
    open: 'Open the observation',
    orIs: 'Or is it one of these?',
    keys: 'Keys: Y confirm, N reject, C correct, L later, U undo, numbers choose a bird.',
    nothingToConfirm: 'Nothing was named, so there is nothing to confirm.',
    said: {
      confirmed: (name: string) => `Confirmed: ${name}.`,
      rejected: (name: string) => `Rejected: ${name}.`,
      corrected: (name: string) => `Corrected to ${name}.`,
      later: 'Put off until your next visit.',
      undone: 'Undone.',
    },
    done: 'All reviewed.',
    doneWhy: 'Nothing else needs a second look.',
    alsoSure: (count: number) => `Check ${many(count)} that the app was sure of`,
    again: (count: number) => `Review the ${inNumber(count)} put off`,
    back: 'Back to your notebook',
  },
};
