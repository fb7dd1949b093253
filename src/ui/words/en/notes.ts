import { inNumber, inPercent } from '../language.svelte';
import type { Part, Sentence } from '../sentence';
import { countInWords } from './counts';

/** The steps as field notes, in sentences. A bird's name is a part of its own, so each language puts it where it belongs. */
export const notes = {
  observer: (note: string) => `You wrote: “${note}”`,
  failed: (task: string, why: string) => `${task} did not work: ${why}`,
  leftOut: (task: string, why: string) => `${task} was left out: ${why}.`,
  notTaken: (why: string) => `A step was not taken: ${why}.`,
  refused: (task: string, why: string) => `${task} was refused: ${why}.`,
  unknownStep: (tool: string) => `A step called ${tool}`,
  magnified: (where: string) => `Magnified ${where} to look closer.`,
  closer: (factor: number) => `Looked closer, ${inNumber(factor)} times larger.`,
  cut: 'Cut the bird out of the photo.',
  cutWide: 'Cut out the bird with more of its surroundings, for a second look.',
  glance: {
    none: 'No bird found in the photo at first glance.',
    one: (chance: string, percent: string) => `Found one bird: ${chance}, ${percent}.`,
    several: (count: number) => `Found ${countInWords(count)} birds in the photo.`,
  },
  lookedAt: {
    none: (where: string) => `Looked closer at ${where}: no bird.`,
    one: (where: string, chance: string, percent: string) =>
      `Looked closer at ${where}: one bird, ${chance}, ${percent}.`,
    several: (where: string, count: number) => `Looked closer at ${where}: ${countInWords(count)} birds.`,
  },
  whole: 'Looked at the photo as a whole',
  faint: (where: string) => `Looked at something faint in ${where}`,
  /** A look, and what came of it. */
  found: (look: string, rest: Sentence): Sentence => [`${look}. `, ...rest],
  noBirdThere: (look: string, chance: string) => `${look}: ${chance} no bird.`,
  nothingThere: (look: string) => `${look}: nothing that can be recognised as a bird.`,
  size: (pixels: number) => `${inNumber(pixels)} pixels on the bird`,
  clear: (size: string) => `Sharp and well lit; ${size}.`,
  clearThough: (faults: string, size: string) => `Clear enough, though ${faults}; ${size}.`,
  marginal: (faults: string, size: string) => `Only just good enough: ${faults || 'little to see'}; ${size}.`,
  poor: (faults: string, size: string) => `Too poor to judge: ${faults || 'too little to see'}; ${size}.`,
  noBirdByLooks: (chance: string, percent: string) => `By its looks, ${chance} no bird at all (${percent}).`,
  looks: {
    likely: (bird: Part): Sentence => ['By its looks, ', bird],
    even: (bird: Part): Sentence => ['By its looks, perhaps ', bird],
    unclear: (bird: Part): Sentence => ['Its looks fit no bird clearly. Closest is ', bird],
    next: (bird: Part): Sentence => ['; next is ', bird, '.'],
  },
  recordingFaults: (faults: string) => `The recording: ${faults}`,
  recordingClear: 'The recording is clear',
  andPeople: (state: string) => `${state}; people are heard in it.`,
  noneHeard: 'No bird was heard.',
  heard: (bird: Part): Sentence => ['By its voice, ', bird],
  andOthers: (count: number) => `, and ${countInWords(count)} other ${count === 1 ? 'bird' : 'birds'}.`,
  noPlace: 'Place not used: none was given.',
  noRangeModel: 'Place not used: the model pack has no range model.',
  placeSilent: 'The place says nothing about these birds.',
  range: {
    expected: (bird: Part, month: string | null): Sentence => [
      bird,
      ` is expected ${month ? `here in ${month}` : 'here'}.`,
    ],
    unusual: (bird: Part, month: string | null): Sentence => [
      bird,
      ` is unusual ${month ? `here in ${month}` : 'here'}.`,
    ],
    out_of_range: (bird: Part, month: string | null): Sentence => [
      bird,
      ` is not known ${month ? `here in ${month}` : 'here'}.`,
    ],
  },
  coverage: (species: number, share: number | null) =>
    `The model knows ${inNumber(species)} species${share === null ? '' : `, ${inPercent(share)} of the birds expected here`}.`,
  /** The verdict in one sentence, for the live region and the title of the page. */
  verdict: {
    guess: (bird: Part, chance: string, percent: string): Sentence => [
      'Perhaps ',
      bird,
      `: ${chance}, ${percent}, so it stays a guess.`,
    ],
    species: (bird: Part, chance: string, percent: string): Sentence => [bird, `: ${chance}, ${percent}.`],
    genus: (bird: Part, chance: string, percent: string): Sentence => ['Genus ', bird, `: ${chance}, ${percent}.`],
    family: (bird: Part, chance: string, percent: string): Sentence => ['Family ', bird, `: ${chance}, ${percent}.`],
  },
};
