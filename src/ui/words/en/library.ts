import { inNumber, plural } from '../language.svelte';

/** A photo library that becomes observations. */
export const library = {
  waiting: 'Some of your photos are still waiting',
  what: (done: number, total: number) => `${inNumber(done)} of ${inNumber(total)} done before the app was closed.`,
  goOn: 'Go on',
  discard: 'Forget the rest',
  safe: 'You can close the app. It goes on from here when you come back.',
  unsafe: 'There is no room to remember the rest. Keep this page open until all are done.',
  photos: (count: number) => `${inNumber(count)} ${plural(count, 'photo', 'photos')}`,
  how: 'Photos taken at one place within a short time count as one bird.',
  keepAll: 'Keep all in the notebook',
  kept: (count: number) => `${inNumber(count)} kept in your notebook.`,
  inBook: 'In your notebook',
};
