import type { ShareResult } from '../../../sw/shared';

/** Files that another app hands over. */
export const arrivals = {
  title: 'Shared with Goldcrest',
  lead: 'Nothing has been looked at or saved yet.',
  files: (count: number) => (count === 1 ? 'One file' : `${count} files`),
  identify: 'Identify',
  discard: 'Discard',
  discarded: 'Discarded. Nothing was saved.',
  none: 'Nothing is waiting here.',
  home: 'Go to the first screen',
  sound: 'Recording',
  results: {
    files: '',
    empty:
      'The other app shared nothing: no file came with it. This happens on some phones. Share again, or choose the photo here.',
    full: 'There was no room on this device for what was shared. Free some space, then share again.',
  } satisfies Record<ShareResult, string>,
  earlier: 'What was shared before is still here:',
};
