import type { Problem } from '../../problem';
import type { Standing } from '../../../domain/notebook/standing';

/** The words of the field notebook. */
export const notebook = {
  keep: {
    title: 'Field notebook',
    keep: 'Keep',
    draft: (days: number) =>
      `A draft: it will be deleted ${days === 0 ? 'today' : days === 1 ? 'in a day' : `in ${days} days`} unless you keep it.`,
    ask: 'What should be kept of the photos?',
    original: 'The originals',
    reduced: 'Smaller copies',
    originalWhy: (size: string) => `As they are, ${size}.`,
    reducedWhy: 'At most 1,600 pixels wide, about 0.3 MB each.',
    later: 'You can change this in the settings.',
    kept: 'Kept in your notebook.',
    cleared: (count: number): Problem => ({
      title: 'Your notebook is empty',
      message:
        `The browser has cleared ${count === 1 ? 'the observation' : `the ${count} observations`} that you kept, as browsers do when a device ` +
        'runs short of space. If you have a backup, restore it under “Export and backup”.',
      safe: 'Installing the app makes this less likely.',
    }),
    failed: 'This observation is not kept',
    stays: 'It stays under Recent as a draft.',
    unchangedTitle: 'Your change was not saved',
    unchanged: 'What was saved before is as it was.',
  },
  status: {
    open: 'To be checked',
    confirmed: 'Confirmed by you',
    corrected: 'Corrected by you',
    rejected: 'Rejected by you',
  } satisfies Record<Standing['status'], string>,
  confirm: 'Confirm',
};
