import { inSize } from '../../format';
import type { Problem } from '../../problem';
import { listInWords, plural } from '../language.svelte';

/** What went wrong: what happened, what is safe, what to do. */
export const problems = {
  missingPacks: (titles: readonly string[]): Problem => ({
    title: 'Some models are missing',
    message: `${listInWords(titles.map((title) => `“${title}”`))} could not be read and ${plural(titles.length, 'is', 'are')} not used. Reload with a connection to try again.`,
    safe: 'The other models still work.',
  }),
  lostPacks: (titles: readonly string[], bytes: number): Problem => ({
    title: titles.length === 1 ? 'A pack is no longer here' : `${titles.length} packs are no longer here`,
    message:
      `The browser has cleared ${listInWords(titles.map((title) => `“${title}”`))} (${inSize(bytes)}), as browsers do when a ` +
      'device runs short of space. Until it is downloaded again, the models that came with the app do its work.',
    safe: 'Installing the app makes this less likely.',
  }),
  notReady: (message: string): Problem => ({
    title: 'The models could not be loaded',
    message,
    safe: 'Saved observations are safe.',
  }),
  notLoaded: 'Part of the app did not load. Reload the page; if that does not help, reload it with a connection.',
  notSaved: (message: string): Problem => ({ title: 'This observation is not saved', message, safe: '' }),
  soundNotSaved: (message: string, recorded: boolean): Problem => ({
    title: 'The recording is not saved',
    message,
    safe: recorded ? 'It can still be opened from the first screen.' : 'The file itself was not changed.',
  }),
  notOpened: (name: string, message: string, others: boolean): Problem => ({
    title: name ? `“${name}” was not opened` : 'The file was not opened',
    message,
    safe: others ? 'The other files, the date and the place are kept.' : 'The file itself was not changed.',
  }),
  deleted: 'Observation deleted. It can be brought back.',
};
