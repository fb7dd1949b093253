import type { RangeStatus } from '../../../domain/tools/geo_prior';
import { durationInWords, inSize } from '../../format';
import { inNumber, plural } from '../language.svelte';
import { articleFor } from './counts';

const remaining = (seconds: number | null): string =>
  seconds === null ? '' : `, about ${durationInWords(seconds)} left`;

/** What stands on buttons, bars and headings. */
export const screens = {
  frame: {
    skip: 'Skip to the content',
    home: 'Goldcrest, go to the first screen',
    notebook: 'Your notebook',
    settings: 'Settings and about',
    opening: (files: number) => `Opening ${files === 1 ? 'the file' : `${files} files`}`,
    deleted: 'Observation deleted.',
    changed: 'Your change is saved.',
    undo: 'Undo',
    close: 'Close this message',
    letGo: 'Drop to identify',
  },
  update: {
    ready: 'A new version is ready. Saved observations stay.',
    reload: 'Reload now',
  },
  packs: {
    tryAgain: 'Try again',
    fetchAgain: 'Download again',
    doWithout: 'Not now',
  },
  offline: {
    private: 'Photos, sounds, places and results stay on this device only.',
    ready: 'Works offline.',
    beginning: 'Getting ready to work offline.',
    preparing: (done: number, total: number) => `Getting ready to work offline: ${inSize(done)} of ${inSize(total)}.`,
    unsupported: 'In this browser the app only starts with a connection.',
    failed: {
      storage_full: 'Not enough space on this device to work offline.',
      damaged: 'A model file arrived damaged. It is downloaded again the next time you are online.',
      unreachable: 'Not ready to work offline yet.',
      not_installed: 'Not ready to work offline yet.',
    },
  },
  photo: {
    choose: 'Choose a photo',
    take: 'Take a photo',
    looking: 'Looking for birds.',
    none: 'No bird found.',
    one: 'One bird found.',
    byHand: 'Your own box.',
    yours: (name: string) => `Your photo ${name}`,
    bird: (number: number, count: number) => `Bird ${number} of ${count}`,
    chosenBird: (number: number, count: number) => `Bird ${number} of ${count}, the one this verdict is about`,
    otherBird: (number: number, count: number) => `Bird ${number} of ${count}, identify this one`,
    ofPhotos: (number: number, count: number) => `Photo ${number} of ${count}`,
    several: (birds: number) => `${birds} birds found. Tap a box to identify that bird.`,
    saved: 'A saved observation. The photo itself was not kept, only this small copy.',
  },
  /** Drawing a box around the bird. */
  box: {
    draw: 'Draw a box',
    change: 'Change the box',
    around: 'Draw a box around the bird',
    missed: 'Is there a bird after all? Show where it is.',
    hint: 'Drag over the bird, pinch with two fingers, or pull the corners.',
    look: 'Look here',
    cancel: 'Cancel',
    label: 'Box around the bird. Arrow keys move it, with Shift they resize it, plus and minus too. Enter looks there.',
    corners: { nw: 'Top left corner', ne: 'Top right corner', se: 'Bottom right corner', sw: 'Bottom left corner' },
  },
  home: {
    title: 'Which bird is this?',
    lead: 'Show Goldcrest a photo, or let it listen. It tells you what it is, how sure it is, and why.',
    drop: 'Drop photos or recordings anywhere',
    hint: 'Works best when the bird fills the frame or sings close by',
    photo: 'A photo',
    sound: 'A sound',
    recent: 'Recent observations',
    drafts: 'Drafts. Each is deleted after 30 days unless you keep it.',
    empty: 'Nothing yet. What you identify is listed here, on this device only.',
  },
  gone: {
    title: 'This observation is not here',
    why: 'It was deleted, or it was made in another browser. Observations stay on the device where they were made.',
    back: 'Go to the first screen',
  },
  whenWhere: {
    date: 'Date',
    noDate: 'No date',
    place: 'Place',
    noPlace: 'No place',
    neither: 'No date and no place',
    within: (precision: string) => `, within ${precision}`,
    change: 'Change',
    add: 'Add',
    what: 'date and place',
  },
  observation: {
    title: 'Observation',
    all: 'All observations',
    cancel: 'Cancel',
    compare: 'Compare who decides the steps',
    photos: 'Photos of this observation',
    another: 'Another bird',
    add: 'Add a photo or sound',
  },
  verdict: {
    /** For the live region. */
    announced: (sentence: string) => `Verdict: ${sentence}`,
    pictured: (name: string) => `The bird in the photo: ${name}`,
    looked: 'The part of the photo that was looked at',
    heardBest: 'The stretch of the recording in which it is heard best',
    noName: 'No name',
    guess: 'A guess',
    /** What stands before the name of a guess; the name is null where the bird has none in any language. */
    perhaps: (name: string | null, nameLanguage: string) =>
      name !== null && nameLanguage.startsWith('en') ? `Perhaps ${articleFor(name)} ` : 'Perhaps ',
    staysGuess: 'so this is only a guess.',
    settle: 'What would settle it:',
    ladder: 'How sure at each level',
    rungs: { lit: 'sure enough', dark: 'not sure enough', unknown: 'not known yet' },
    also: 'Could also be',
    couldBe: 'Could be',
    among: 'Could be, among others',
    care: 'Why we’re cautious',
    counted: {
      species: 'Everything that counted for the species',
      genus: 'Everything that counted for the genus',
      family: 'Everything that counted for the family',
    },
  },
  waiting: {
    label: 'Working on a verdict',
    found: 'The bird that was found',
  },
  help: {
    title: 'What would help',
    addPlace: 'Add a place',
    addDate: 'Add a date',
  },
  notes: {
    title: 'Field notes',
    strongest: 'Strongest first',
    none: 'Each step is noted here as it is taken.',
    leftBehind: 'Ruled out',
    rangeOf: (range: RangeStatus | null): string =>
      range === 'out_of_range' ? 'not known here, ' : range === 'unusual' ? 'unusual here, ' : '',
    byLooks: 'by its looks',
    stance: { for: 'for', against: 'against', missing: 'missing' },
  },
  note: {
    label: 'What you noticed',
    example: 'Small, tail bobbing, by a stream',
    keep: 'Save note',
    leave: 'Cancel',
    none: 'No note',
    yours: 'Your note:',
    write: 'Write',
    change: 'Change',
    what: 'a note',
  },
  sounds: {
    listen: 'Listen',
    open: 'Open a sound',
    folder: 'Open a folder of recordings',
  },
  recent: {
    untitled: 'Observation',
    delete: (title: string) => `Delete: ${title}`,
  },
  run: {
    made: (packs: string, count: number, steps: number, took: string) =>
      `${count === 0 ? '' : `${count === 1 ? 'Pack' : 'Packs'} ${packs}, `}${steps} steps in ${took}.`,
    download: 'Download as JSON',
    copy: 'Copy as JSON',
    copied: 'Copied',
    notAllowed: 'The browser did not allow it',
  },
  sheet: {
    close: 'Close',
  },
  raw: {
    details: 'Details',
    ofStep: (step: number, tool: string) => `of step ${step}, ${tool}`,
    tool: 'Tool',
    time: 'Time',
    model: 'Model',
    thought: 'Thought',
    notDone: 'Not done',
    arguments: 'Arguments',
    result: 'Result',
  },
  underway: {
    working: 'Working on this device',
    bytes: (done: number, total: number, left: number | null) =>
      `${inSize(done)} of ${inSize(total)}${remaining(left)}`,
    parts: (done: number, total: number, left: number | null) =>
      `${inNumber(done)} of ${inNumber(total)}${remaining(left)}`,
    steps: (count: number, seconds: number) =>
      `${count} ${plural(count, 'step', 'steps')} done in ${durationInWords(seconds)}`,
    starting: 'Starting the model',
    thinking: 'Thinking about the next step',
  },
};
