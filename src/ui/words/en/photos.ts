import { durationInWords } from '../../format';
import type { Difference } from '../../one-or-many';
import { listInWords } from '../language.svelte';
import { countInWords } from './counts';

const WHY: Record<Difference, string> = { time: 'time', place: 'place', looks: 'looks' };

/** What is said about several photos at once. */
export const photos = {
  question: {
    title: (count: number) => `One bird, or ${countInWords(count)}?`,
    why: (differences: readonly Difference[]) =>
      `These photos differ in ${listInWords(differences.map((one) => WHY[one]))}. Photos of the same bird are judged together; photos of several birds one by one.`,
    one: 'One bird',
    many: (count: number) => `${countInWords(count).replace(/^./, (letter) => letter.toUpperCase())} birds`,
    photo: (number: number, count: number) => `Photo ${number} of ${count}`,
    remove: (number: number) => `Remove photo ${number}`,
    photos: 'The photos',
  },
  /** The same lines as for recordings, in sounds.ts. */
  files: {
    title: 'Photos',
    done: (count: number) => `All ${count} photos checked.`,
    progress: (done: number, count: number, left: number | null) =>
      `${done} of ${count} checked${left === null ? '' : `, about ${durationInWords(left)} left`}.`,
    species: (count: number, over: boolean) => {
      if (count === 0) return over ? 'No species named.' : 'No species named yet.';
      return `${count === 1 ? 'One species' : `${count} species`}${over ? '' : ' so far'}.`;
    },
    bar: 'Photos checked',
    stop: 'Stop',
    goOn: 'Go on',
    none: 'No bird found.',
    fainter: () => '',
    waiting: 'Waiting',
    empty: '',
    open: '',
  },
  remove: (number: number, count: number) => `Remove photo ${number} of ${count}`,
};
