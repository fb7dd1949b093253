import type { Box, Size } from '../domain/box';
import type { AgentEvent, Ending } from '../domain/events';
import type { SkipReason } from '../domain/ledger';
import type { NamingGrain } from '../domain/grain';
import type { Place } from '../domain/observation';
import type { Region } from '../domain/region';
import type { ToolErrorCode } from '../domain/outcome';
import type { TermId } from '../domain/judgement/term';
import type { Help, RuleId, Rung, RungReason } from '../domain/verdict';
import type { AudioReason } from '../domain/tools/audio_quality';
import type { RangeStatus } from '../domain/tools/geo_prior';
import type { Enhancement } from '../domain/tools/enhance';
import type { QualityReason } from '../domain/tools/quality_gate';
import type { ToolName } from '../domain/tools/schemas';
import type { DaySource } from './state/observation.svelte';

/**
 * Every code that reaches the screen, in words. One object a language: another language is another object of this type.
 * Sentences that name birds are put together in sentences.ts.
 */
export interface Words {
  /** Probability in words, from the surest down: the first row whose `from` is not above the probability. */
  chances: readonly { from: number; words: string }[];
  percent: (probability: number) => string;
  grain: Record<NamingGrain, string>;
  rule: Record<RuleId, { title: string; why: string }>;
  rung: Record<RungReason, (rung: Rung) => string>;
  /** What the judgement weighed, as a short line: what it says where it speaks for the name, and where against. */
  term: Record<TermId, Record<'for' | 'against', string>>;
  help: Record<Help, string>;
  skip: Record<SkipReason, string>;
  /** What a tool does while it does it. */
  doing: Record<ToolName, string>;
  stage: Record<Extract<AgentEvent, { type: 'progress' }>['stage'], string>;
  /** Making a region ready for the field. */
  region: {
    title: string;
    why: string;
    open: string;
    choose: string;
    chosen: (degrees: string) => string;
    prepare: string;
    working: (done: number, total: number, secondsLeft: number | null) => string;
    progress: string;
    cancel: string;
    cancelled: (done: number, total: number) => string;
    ready: string;
  };
  /** What a tool is for, as the subject of "was not done". */
  task: Record<ToolName, string>;
  failure: Record<ToolErrorCode, string>;
  quality: Record<QualityReason, string>;
  recording: Record<AudioReason, string>;
  enhanced: Record<Enhancement, string>;
  /** A look at the very pixels of an earlier one. */
  repeatedLook: string;
  /** A part of a photo of unknown size. */
  somewhere: string;
  /** Parts of a photo, from its upper left to its lower right. */
  where: readonly (readonly string[])[];
  range: Record<RangeStatus, string>;
  ending: Record<Ending, string>;
  placeSource: Record<Place['source'], string>;
  daySource: Record<DaySource, string>;
}

const NARROW_SPACE = '\u202f';

function percent(probability: number): string {
  if (probability > 0.995) return `over 99${NARROW_SPACE}%`;
  if (probability < 0.01) return `under 1${NARROW_SPACE}%`;
  return `${Math.round(probability * 100)}${NARROW_SPACE}%`;
}

const english: Words = {
  chances: [
    { from: 0.95, words: 'almost certainly' },
    { from: 0.8, words: 'very likely' },
    { from: 0.6, words: 'probably' },
    { from: 0.4, words: 'about one in two' },
    { from: 0.25, words: 'about one in three' },
    { from: 0.1, words: 'unlikely' },
    { from: 0, words: 'very unlikely' },
  ],
  percent,
  grain: { family: 'Family', genus: 'Genus', species: 'Species' },
  rule: {
    no_bird_found: {
      title: 'No bird found',
      why: 'No bird was found in this photo. Try one where the bird fills more of the frame.',
    },
    quality_failed: {
      title: 'Too unclear to name',
      why: 'There may be a bird, but the picture or the recording tells too little of it.',
    },
    no_bird_heard: {
      title: 'No bird heard',
      why: 'No bird was heard in this recording. Try one closer to the bird, or in a quieter place.',
    },
    not_a_bird: { title: 'Not a bird, it seems', why: 'What was found in the photo does not look like a bird.' },
    nothing_classified: { title: 'Not compared', why: 'The bird could not be compared with any species.' },
    species_seen_and_heard: { title: 'Species', why: 'The picture and the voice both say the same species.' },
    species_with_place: { title: 'Species', why: 'What was seen or heard and the place both carry the species.' },
    species_without_place: {
      title: 'Species',
      why: 'What was seen or heard is enough for the species, without help from a place.',
    },
    rolled_up_to_genus: { title: 'Genus', why: 'There is enough to name the genus, but not one species of it.' },
    rolled_up_to_family: { title: 'Family', why: 'There is enough to name the family, but no genus or species of it.' },
    senses_disagree: {
      title: 'Picture and voice disagree',
      why: 'The picture says one bird and the voice another, so neither is named. There may have been two.',
    },
    either_or: {
      title: 'One of a few',
      why: 'The sound fits these birds, which are not related, and nothing tells them apart.',
    },
    not_enough_evidence: {
      title: 'Not enough to name it',
      why: 'This is a bird, but there is not enough to name even its family.',
    },
  },
  rung: {
    reached: (rung) => `Carried: ${percent(rung.probability)}, and ${percent(rung.bar)} was needed.`,
    below_bar: (rung) => `Not reached: ${percent(rung.probability)}, and ${percent(rung.bar)} is needed.`,
    not_in_top_k: () => 'Not reached: nothing that was seen or heard put it forward.',
    views_disagree: () => 'Not reached: two looks at the bird disagree.',
    senses_disagree: () => 'Not reached: the picture and the voice say different birds.',
    quality_failed: () => 'Not tried: too little of the bird is seen or heard.',
    no_bird: () => 'Not tried: there is no bird to compare.',
    nothing_classified: () => 'Not tried: nothing was compared.',
    policy_declined: () => 'Not tried: a coarser answer was chosen.',
  },
  term: {
    look: { for: 'It looks or sounds like this bird', against: 'It looks or sounds only somewhat like this bird' },
    with_place: { for: 'With the place, still this bird', against: 'With the place, less likely' },
    margin: { for: 'Nothing else comes close', against: 'Another bird is close behind' },
    lives_here: { for: 'It lives here', against: 'It is rarely or never here' },
    ruled_out: {
      for: 'Nothing here points to birds from elsewhere',
      against: 'Part of it looks like birds that do not live here',
    },
    agreement: { for: 'Several looks agree', against: 'The looks disagree, or there was only one' },
    pixels: { for: 'The bird is large in the photo', against: 'The bird is small in the photo' },
    quality: { for: 'Clear enough to judge', against: 'Only just clear enough to judge' },
    found: { for: 'Clearly a bird in the photo', against: 'The bird was hard to find in the photo' },
    no_bird: { for: 'Surely a bird', against: 'It may be no bird at all' },
    coverage: { for: 'Most birds of this place are known', against: 'Many birds of this place are unknown here' },
    strangers: {
      for: 'No unknown relative lives here',
      against: 'A relative that is unknown here lives at this place',
    },
    month: { for: 'The month is known', against: 'The month is not known' },
    best_window: { for: 'Very clear for a moment', against: 'Never very clear' },
    windows: { for: 'Heard several times', against: 'Heard only briefly' },
    others: { for: 'Few other birds sing', against: 'Many other birds sing' },
    signal: { for: 'It stands out of the noise', against: 'It is faint in the noise' },
    sounds_alike: { for: 'No bird here sounds like it', against: 'Birds that sound alike live here' },
  },
  help: {
    a_place: 'A place: it tells which birds live there.',
    a_date: 'A date: it tells which birds are there at that time of year.',
    a_closer_photo: 'A closer photo, where the bird fills more of the frame.',
    a_sharper_photo: 'A sharper photo: hold still, and focus on the bird.',
    better_light: 'A photo in better light, with the sun behind you.',
    another_photo: 'Another photo of the same bird, from another side.',
    a_sound: 'A recording of its call or song.',
    a_closer_recording: 'A recording from closer by, with the microphone towards the bird.',
    a_quieter_recording: 'A recording out of the wind, and without people talking.',
    another_recording: 'Another recording of the same bird.',
    a_photo: 'A photo of the bird.',
  },
  skip: {
    no_bird: 'no bird was found',
    quality_failed: 'the picture is too poor',
    not_needed: 'the first look was clear enough',
    not_in_pack: 'the model pack has no model for it',
    budget_spent: 'the limit for this run was reached',
  },
  doing: {
    detect_bird: 'Looking for birds',
    quality_gate: 'Checking the picture',
    zoom_in: 'Looking closer',
    crop: 'Cutting out the bird',
    enhance: 'Improving the picture',
    audio_quality: 'Checking the recording',
    classify_image: 'Comparing with known birds',
    classify_sound: 'Listening for birds',
    geo_prior: 'Checking which birds live there',
  },
  region: {
    title: 'Prepare a region for the field',
    why: 'Which birds to expect at a place is worked out on this device the first time it is asked for. Do it ahead for a journey, and answers in the field come quicker. The model for sounds is fetched with it, where it is not here yet.',
    open: 'Choose a region',
    choose: 'Tap the map in the middle of the region.',
    chosen: (degrees) => `${degrees}: about 1,100 km from south to north.`,
    prepare: 'Prepare this region',
    working: (done, total, left) =>
      `${done} of ${total} squares${left === null ? '' : `, about ${left} s left`}. Stay on this page.`,
    progress: 'Squares prepared',
    cancel: 'Stop',
    cancelled: (done, total) =>
      `Stopped after ${done} of ${total} squares. They are kept; preparing again goes on from there.`,
    ready: 'Ready for the field. The squares are kept on this device.',
  },
  stage: {
    loading_model: 'Loading a model',
    checking_model: 'Checking the model on this device',
    preparing_place: 'Working out which birds live there',
    measuring: 'Measuring the recording',
    listening: 'Listening for birds',
  },
  task: {
    detect_bird: 'Looking for birds',
    quality_gate: 'Checking the picture',
    zoom_in: 'A closer look',
    crop: 'Cutting out the bird',
    enhance: 'Improving the picture',
    audio_quality: 'Checking the recording',
    classify_image: 'Comparing with known birds',
    classify_sound: 'Listening for birds',
    geo_prior: 'Checking which birds live there',
  },
  failure: {
    unknown_tool: 'there is no such step',
    invalid_arguments: 'it was asked for in a way that makes no sense',
    unknown_image: 'the picture it needed does not exist',
    unknown_sound: 'the recording it needed does not exist',
    stretch_outside_sound: 'the part it was to listen to lies outside the recording',
    region_outside_image: 'the part it was to look at lies outside the picture',
    region_too_small: 'the part it was to look at is too small',
    view_limit: 'enough views of this photo were made already',
    unknown_taxon: 'it was asked about a bird that the taxonomy does not hold',
    call_repeated: 'the same step had been done before',
    call_out_of_order: 'another step had to come first',
    reply_empty: 'the policy said nothing',
    reply_not_json: 'the policy wrote a call that cannot be read',
    reply_without_action: 'the policy neither called a tool nor answered',
    reply_endless: 'the policy did not stop talking',
    model_missing: 'its model is not in the pack',
    model_damaged: 'its model file is damaged and was not used',
    model_output_invalid: 'its model gave an answer that makes no sense',
    worker_lost: 'the browser stopped it; the run went on without it',
    timed_out: 'it took too long',
    out_of_memory: 'this device has too little memory for it',
    cancelled: 'it was cancelled',
    tool_crashed: 'it broke down',
  },
  quality: {
    bird_tiny: 'the bird is tiny',
    bird_small: 'the bird is small',
    blurred: 'it is blurred',
    soft: 'it is a little soft',
    dark: 'it is dark',
    bright: 'it is very bright',
    shadows_clipped: 'the shadows are black',
    highlights_clipped: 'the bright parts are burnt out',
    flat_contrast: 'it has little contrast',
  },
  recording: {
    too_short: 'it is too short',
    silent: 'there is nothing to hear',
    quiet: 'it is very quiet',
    clipped: 'it is too loud and distorted',
    noisy: 'noise covers the birds',
    mostly_silence: 'most of it is silence',
    hum: 'the mains hums in it',
    wind: 'the wind blows in it',
    human_voice: 'people are talking',
  },
  enhanced: {
    contrast: 'Raised the contrast for a second look.',
    brightness: 'Brightened the picture for a second look.',
    denoise: 'Smoothed out the noise for a second look.',
    sharpen: 'Sharpened the picture for a second look.',
  },
  repeatedLook: 'Saw the same picture as before, so it counts only once.',
  somewhere: 'a part of the photo',
  where: [
    ['the upper left', 'the top', 'the upper right'],
    ['the left', 'the middle', 'the right'],
    ['the lower left', 'the bottom', 'the lower right'],
  ],
  range: {
    expected: 'expected',
    unusual: 'unusual',
    out_of_range: 'not known',
  },
  ending: {
    concluded: '',
    calls_spent: 'The run reached its limit of steps; this is the verdict from what it had.',
    tokens_spent: 'The run reached its limit of words; this is the verdict from what it had.',
    time_spent: 'The run reached its time limit; this is the verdict from what it had.',
    cancelled: 'You cancelled the run; this is the verdict from what it had.',
    policy_failed: 'The planning broke down; this is the verdict from what it had.',
  },
  placeSource: {
    exif: 'from the photo',
    typed: 'typed',
    map: 'from the map',
    device: 'from this device',
    search: 'by its name',
    given: 'given',
  },
  daySource: { exif: 'from the photo', recorded: 'when it was recorded', typed: 'typed' },
};

/** The words in use. */
export const words: Words = english;

/** "almost certainly": probability in words. */
export function chanceInWords(probability: number): string {
  // Rounded as the number beside it is, so that the two never contradict each other.
  const rounded = Math.round(probability * 100) / 100;
  return words.chances.find((row) => rounded >= row.from)?.words ?? '';
}

/** "a" or "an" before an English name; other languages go without. */
export function articleFor(name: string, language: string): string {
  if (!language.startsWith('en')) return '';
  return /^(?!eu|uni)[aeiou]/i.test(name) ? 'an ' : 'a ';
}

/** "the upper left": where in a photo a part of it lies. */
export function whereInWords({ x, y, width, height }: Box, photo: Size): string {
  const third = (centre: number, side: number, whole: number): number => {
    // A part as long as the photo lies neither here nor there.
    if (side > 0.9 * whole) return 1;
    const room = (centre - side / 2) / (whole - side);
    return room < 1 / 3 ? 0 : room > 2 / 3 ? 2 : 1;
  };
  const row = third(y + height / 2, height, photo.height);
  return words.where[row]![third(x + width / 2, width, photo.width)]!;
}

/** "a, b and c". */
export function listInWords(items: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
}

const countWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

export function countInWords(count: number): string {
  return countWords[count] ?? String(count);
}

export function monthInWords(month: number): string {
  return new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));
}

/** "42° to 52° N, 3° to 13° E"; across a line both ends say which side they are on. */
export function degreesInWords({ south, west, side }: Region): string {
  const east = west + side > 180 ? west + side - 360 : west + side;
  return `${range(south, south + side, 'S', 'N')}, ${range(west, east, 'W', 'E')}`;
}

function range(from: number, to: number, below: string, above: string): string {
  const sideOf = (value: number): string => (value === 0 ? '' : value < 0 ? below : above);
  const [first, last] = [sideOf(from), sideOf(to)];
  const sameSide = first === last || first === '' || last === '';
  if (sameSide) return `${Math.abs(from)}° to ${Math.abs(to)}° ${last || first}`;
  return `${Math.abs(from)}° ${first} to ${Math.abs(to)}° ${last}`;
}
