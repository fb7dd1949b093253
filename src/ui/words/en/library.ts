import { inNumber, plural } from '../language.svelte';

/** A photo library that becomes observations. */
export const library = {
  waiting: 'Your photos are not all looked at',
  what: (done: number, total: number) => `${inNumber(done)} of ${inNumber(total)} done before the app was closed.`,
  goOn: 'Go on',
  discard: 'Forget the rest',
  safe: 'You can close the app. It goes on from here when you come back.',
  unsafe: 'There is no room to remember the rest. Leave this page open until all are looked at.',
  photos: (count: number) => `${inNumber(count)} ${plural(count, 'photo', 'photos')}`,
  how: 'Photos taken shortly after each other at one place count as one bird.',
  keepAll: 'Keep all in the notebook',
  kept: (count: number) => `${inNumber(count)} kept in your notebook.`,
  inBook: 'In your notebook',
};
