import type { NamingGrain } from '../../../domain/grain';
import type { TermId } from '../../../domain/judgement/term';
import type { Help, RuleId, Rung, RungReason } from '../../../domain/verdict';
import { inPercent } from '../language.svelte';
import type { Part, Sentence } from '../sentence';
import { articleFor } from './counts';

const rung: Record<RungReason, (rung: Rung) => string> = {
  reached: (rung) => `${chance(rung.probability)} sure, which is enough for this level.`,
  // The same number twice would read as a contradiction.
  below_bar: ({ probability, bar }) =>
    `Not sure enough: ${chance(probability)}. ` +
    (chance(probability) === inPercent(bar)
      ? 'This level needs a little more.'
      : `This level needs ${inPercent(bar)}.`),
  not_in_top_k: () => 'Nothing that was seen or heard pointed to it.',
  views_disagree: () => 'Two looks at the bird disagree.',
  senses_disagree: () => 'The picture and the voice say different birds.',
  observer_disagrees: () => 'No longer named: your answer speaks against it.',
  quality_failed: () => 'Not tried: the bird is not seen or heard well enough.',
  no_bird: () => 'Not tried: there is no bird to compare.',
  nothing_classified: () => 'Not tried: nothing was compared.',
  policy_declined: () => 'Not tried: a broader answer was chosen.',
};

function chance(probability: number): string {
  if (probability > 0.995) return `over ${inPercent(0.99)}`;
  if (probability < 0.01) return `under ${inPercent(0.01)}`;
  return inPercent(probability);
}

function leading(probability: number): string {
  if (probability >= 0.945) return 'Almost certainly';
  if (probability >= 0.795) return 'Very likely';
  return probability >= 0.595 ? 'Probably' : 'Perhaps';
}

/** The verdict and its reasons. */
export const verdict = {
  /** Probability in words, from the surest down: the first row whose `from` is not above the probability. */
  chances: [
    { from: 0.95, words: 'almost certainly' },
    { from: 0.8, words: 'very likely' },
    { from: 0.6, words: 'probably' },
    { from: 0.4, words: 'about one in two' },
    { from: 0.25, words: 'about one in three' },
    { from: 0.1, words: 'unlikely' },
    { from: 0, words: 'very unlikely' },
  ],
  percent: chance,
  /** What stands above the name on the card; the name is null where the bird has none in any language. */
  lead: {
    species: (probability: number, name: string | null, nameLanguage: string) =>
      `${leading(probability)}${name !== null && nameLanguage.startsWith('en') ? ` ${articleFor(name)}` : ''}`,
    genus: (probability: number) => `${leading(probability)} of the genus`,
    family: (probability: number) => `${leading(probability)} of the family`,
  },
  sure: (percent: string) => `${percent} sure`,
  /** What is certain where the name is not. */
  certainly: {
    genus: (taxon: Part): Sentence => ['Certainly of the genus ', taxon, '.'],
    family: (taxon: Part): Sentence => ['Certainly of the family ', taxon, '.'],
  },
  grain: { family: 'Family', genus: 'Genus', species: 'Species' } satisfies Record<NamingGrain, string>,
  rule: {
    no_bird_found: {
      title: 'No bird found',
      why: 'No bird was found in this photo. Try one where the bird fills more of the frame.',
    },
    quality_failed: {
      title: 'Too unclear to name',
      why: 'There may be a bird, but the picture or recording does not show enough of it.',
    },
    no_bird_heard: {
      title: 'No bird heard',
      why: 'No bird was heard in this recording. Try one closer to the bird, or in a quieter place.',
    },
    unknown_voice: {
      title: 'A voice the app does not know',
      why: 'Something is calling, but it does not sound enough like any bird the app knows. It may be a bird it has not learned, or no bird at all.',
    },
    not_a_bird: { title: 'Probably not a bird', why: 'What was found in the photo does not look like a bird.' },
    nothing_classified: { title: 'Not compared', why: 'The bird could not be compared with any species.' },
    species_seen_and_heard: { title: 'Species', why: 'The picture and the voice both say the same species.' },
    species_with_answer: { title: 'Species', why: 'Your answer told it apart from birds like it.' },
    species_with_place: { title: 'Species', why: 'Both what was seen or heard and the place point to this species.' },
    species_without_place: {
      title: 'Species',
      why: 'What was seen or heard is enough for the species, without help from a place.',
    },
    rolled_up_to_genus: { title: 'Genus', why: 'There is enough to name the genus, but not the species.' },
    rolled_up_to_family: { title: 'Family', why: 'There is enough to name the family, but not the genus or species.' },
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
  } satisfies Record<RuleId, { title: string; why: string }>,
  term: {
    look: { for: 'It looks like this bird', against: 'It looks only somewhat like this bird' },
    with_place: { for: 'The place fits too', against: 'The place makes it less likely' },
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
    coverage: {
      for: 'The app knows most of the birds here',
      against: 'The app does not know many of the birds here',
    },
    unlabelled: {
      for: 'The app knows all its close relatives here',
      against: 'A close relative that the app does not know lives here',
    },
    month: { for: 'The month is known', against: 'The month is not known' },
    best_window: { for: 'Very clear for a moment', against: 'Never very clear' },
    windows: { for: 'Heard several times', against: 'Heard only briefly' },
    others: { for: 'Few other birds sing', against: 'Many other birds sing' },
    signal: { for: 'It stands out from the noise', against: 'It is faint against the noise' },
    observer: { for: 'Your answer fits it', against: 'Your answer does not fit it well' },
    sounds_alike: { for: 'No other bird here sounds like it', against: 'Other birds here sound like it' },
  } satisfies Record<TermId, Record<'for' | 'against', string>>,
  /** What is said otherwise of a recording. */
  heardTerm: {
    look: { for: 'It sounds like this bird', against: 'It sounds only somewhat like this bird' },
    agreement: {
      for: 'Several moments of the recording agree',
      against: 'The moments of the recording disagree, or there was only one',
    },
  },
  /** How much a fact counted. */
  howMuch: { much: 'a lot', some: 'clearly', little: 'a little' },
  help: {
    a_place: 'A place, to know which birds live there.',
    a_date: 'A date, to know which birds are there at that time of year.',
    a_closer_photo: 'A closer photo, where the bird fills more of the frame.',
    a_sharper_photo: 'A sharper photo: hold still, and focus on the bird.',
    better_light: 'A photo in better light, with the sun behind you.',
    another_photo: 'Another photo of the same bird, from another side.',
    a_sound: 'A recording of its call or song.',
    a_closer_recording: 'A recording from closer by, with the microphone towards the bird.',
    a_quieter_recording: 'A recording out of the wind, and without people talking.',
    another_recording: 'Another recording of the same bird.',
    a_photo: 'A photo of the bird.',
  } satisfies Record<Help, string>,
  rung,
};
