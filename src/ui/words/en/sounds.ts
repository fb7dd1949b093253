import { durationInWords, inSize, momentInWords } from '../../format';
import { countInWords } from './counts';

/** What the screens for recordings and for the microphone say. */
export const sounds = {
  record: {
    window: 'Listening',
    listening: 'Listening',
    title: 'Listen for birds',
    clock: 'Recorded so far',
    paused:
      'Paused: the screen was off, or another app has the microphone. It continues by itself when it can; what was ' +
      'recorded is kept.',
    screenOff: (keptOn: boolean) =>
      `Listening stops when the screen goes off${keptOn ? ', so the app keeps it on' : ': keep it on'}. ` +
      'Every second is saved on this device as it is recorded.',
    sure: 'Discard the recording?',
    confirm: 'Discard it',
    goOn: 'Go on',
    storing: 'Storing',
    stop: 'Stop and review',
    discard: 'Discard',
    how: 'Birds are named as they sing, with the same care as in a photo. Point the phone at the bird and stand still.',
    facts: (keptOn: boolean) => [
      'The sound never leaves this device.',
      'Stretches in which people are heard are not kept.',
      `Listening stops when the screen goes off${keptOn ? ', so the app keeps it on' : ': keep it on'}.`,
    ],
    asking: 'Asking for the microphone',
    again: 'Try again',
    start: 'Start',
    back: 'Back',
  },
  cutOff: {
    label: 'A recording that was cut off',
    title: 'A recording was cut off',
    what: (at: string, seconds: number) =>
      `${momentInWords(at)}, ${durationInWords(seconds)}. Everything up to then is here, on this device.`,
    confirm: 'Delete for good',
    keep: 'Keep it',
    open: 'Review it',
    delete: 'Delete it',
  },
  model: {
    what: (title: string, bytes: number) =>
      `Birds are named by ${title}. It is downloaded when a sound is first opened (${inSize(bytes)}), and then works offline.`,
  },
  now: {
    title: 'Heard so far',
    play: (bird: string) => `Hear ${bird} again`,
    arriving: (done: number, total: number) => `Downloading the model for sounds: ${inSize(done)} of ${inSize(total)}.`,
    now: 'now',
    lastAt: (time: string) => `last at ${time}`,
    unable: (why: string) => `${why} The recording continues; you can review it later.`,
    loading: 'Getting ready to name birds.',
    none: 'No bird named yet. A bird is named only when the sound is clear enough.',
    unsure: 'Something is singing, but not clearly enough to name yet.',
  },
  files: {
    title: 'Recordings',
    done: (count: number) => `All ${count} listened to.`,
    progress: (done: number, count: number, left: number | null) =>
      `${done} of ${count} listened to${left === null ? '' : `, about ${durationInWords(left)} left`}.`,
    species: (count: number, over: boolean) => {
      if (count === 0) return over ? 'No species named.' : 'No species named yet.';
      return `${count === 1 ? 'One species' : `${count} species`}${over ? '' : ' so far'}.`;
    },
    bar: 'Recordings listened to',
    stop: 'Stop',
    goOn: 'Go on',
    none: 'No bird heard.',
    fainter: (count: number) => (count === 1 ? 'and one fainter guess' : `and ${count} fainter guesses`),
    waiting: 'Waiting',
    empty: 'No recordings are open. Choose some, or a whole folder: each is listened to on this device.',
    open: 'Open recordings',
  },
  panel: {
    label: (name: string) => `Recording ${name}`,
    notKept: 'The recording itself was not kept, only this picture of it.',
    none: 'No bird was heard in this recording.',
  },
  mark: {
    when: (from: string, to: string) => `from ${from} to ${to} s`,
    people: (when: string) => `People are heard ${when}. Play`,
    bird: (name: string, chance: string, percent: string, when: string) =>
      `${name}, ${chance}, ${percent}, ${when}. Play`,
  },
  spectrogram: {
    label: (name: string, kilohertz: number, length: string, birds: number) =>
      `Spectrogram of ${name || 'the recording'}: 0 to ${kilohertz} kHz, ${length}. ` +
      (birds === 0
        ? 'No bird is marked.'
        : `${birds} ${birds === 1 ? 'bird is' : 'birds are'} marked. Arrow keys step between the boxes, Enter plays one.`),
    live: (kilohertz: number) => `What the microphone hears now, 0 to ${kilohertz} kHz`,
  },
  tools: {
    pause: 'Pause',
    play: 'Play the recording',
    silent: 'This browser cannot play it.',
    wider: 'Show more at once',
    closer: 'Look closer',
  },
  table: {
    caption: 'Birds in the recording, with their times, probability and verdict',
    bird: 'Bird',
    probability: 'Probability',
    verdict: 'Verdict',
    play: (bird: string, seconds: string) => `Play ${bird} at ${seconds} s`,
    moreTimes: (count: number) => `${count} more`,
    moreBirds: (count: number) => `${count} more, less likely`,
    notEnough: 'not enough',
  },
  voice: {
    heard: (where: string, seconds: number) => `People are heard ${where}, ${seconds} s in all.`,
    from: (time: string) => `from ${time} on`,
    places: (count: number) => `in ${countInWords(count)} places`,
    erased: 'Those parts are silent in the saved copy.',
    willBeErased: 'Those parts will be silent in the saved copy.',
    kept: 'Those parts are in the saved copy.',
    leaveOut: 'Leave them out',
    keep: 'Keep them',
    erase: 'Erase them',
    confirm: 'Erase for good',
    leave: 'Cancel',
  },
  export: {
    raven: 'Raven selection table',
    csv: 'CSV',
    recording: 'Recording',
    share: 'Share',
    notKept: 'The recording was not kept.',
  },
};
