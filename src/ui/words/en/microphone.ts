import type { MicrophoneProblem, Processing } from '../../../recorder/microphone';
import type { RecorderEnd } from '../../../recorder/recorder';
import type { Problem } from '../../problem';
import { listInWords } from '../language.svelte';

const SAFE = 'Everything recorded so far is kept.';

const PROCESSING: Record<Processing, string> = {
  echoCancellation: 'echo cancellation',
  noiseSuppression: 'noise suppression',
  autoGainControl: 'automatic level',
};
const named = (list: readonly Processing[]): string => listInWords(list.map((one) => PROCESSING[one]));

/** The microphone, and what can go wrong with it. */
export const microphone = {
  refusal: {
    refused: {
      title: 'The microphone is not allowed',
      message: 'Allow the microphone for this page in the browser, beside the address, then try again.',
      safe: 'Photos and sound files work without it.',
    },
    none_there: {
      title: 'No microphone was found',
      message: 'Plug one in, or open a sound file.',
      safe: '',
    },
    in_use: {
      title: 'The microphone is not responding',
      message: 'Another app may be using it. Close that app, then try again.',
      safe: '',
    },
    not_allowed_here: {
      title: 'This address may not use the microphone',
      message: 'Browsers give the microphone only to pages with https. Open the app at its https address.',
      safe: 'You can still open sound files here.',
    },
    unsupported: {
      title: 'This browser cannot record',
      message: 'Record with another app and open its file here.',
      safe: '',
    },
  } satisfies Record<MicrophoneProblem, Problem>,
  /** Why a recording ended by itself. */
  ended: {
    microphone_lost: {
      title: 'The microphone was disconnected',
      message: 'It was unplugged, or another app took it. Plug it in and record again.',
      safe: SAFE,
    },
    storage_full: {
      title: 'No room left on this device',
      message: 'The recording stopped here. Delete old observations or free some space before the next one.',
      safe: SAFE,
    },
  } satisfies Record<Exclude<RecorderEnd, 'stopped'>, Problem>,
  unstored: {
    title: 'This recording is only in memory',
    message: 'The browser keeps nothing for this page (a private window?). Closing the page would lose the recording.',
    safe: '',
  },
  /** What the browser does to the sound. */
  processing: {
    on: (which: readonly Processing[]) =>
      `The browser keeps ${named(which)} on, although it was asked not to. Faint and high calls may be missing.`,
    untold: (which: readonly Processing[]) => `The browser does not say whether it uses ${named(which)}.`,
    none: 'Recorded as the microphone hears it: nothing is filtered or levelled.',
  },
};
