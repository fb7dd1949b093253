import { describe, expect, test } from 'vitest';
import type { Catalogue } from './catalogue';
import { CATALOGUES } from './catalogues';
import { about } from './en/about';
import { arrivals } from './en/arrivals';
import { birds } from './en/birds';
import { compare } from './en/compare';
import { finding } from './en/finding';
import { leaving } from './en/leaving';
import { library } from './en/library';
import { microphone } from './en/microphone';
import { naming } from './en/naming';
import { notebook } from './en/notebook';
import { notes } from './en/notes';
import { packs } from './en/packs';
import { photos } from './en/photos';
import { place } from './en/place';
import { problems } from './en/problems';
import { questions } from './en/questions';
import { refusals } from './en/refusals';
import { region } from './en/region';
import { screens } from './en/screens';
import { sounds } from './en/sounds';
import { steps } from './en/steps';
import { verdict } from './en/verdict';

const english: Catalogue = {
  about,
  arrivals,
  birds,
  compare,
  finding,
  leaving,
  library,
  microphone,
  naming,
  notebook,
  notes,
  packs,
  photos,
  place,
  problems,
  questions,
  refusals,
  region,
  screens,
  sounds,
  steps,
  verdict,
};

/** Sentences and labels by their path in the catalogue; what a function says is left out. */
function sentences(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

const inEnglish = new Map(sentences(english));

describe.each(Object.entries(CATALOGUES))('%s', (_, load) => {
  test('says every sentence in its own words', async () => {
    const left = sentences(await load()).filter(([path, text]) => text.includes(' ') && inEnglish.get(path) === text);
    expect(left).toEqual([]);
  });

  test('shares no function with English, so each says its own', async () => {
    const functionsOf = (words: unknown, path = ''): [string, unknown][] =>
      typeof words === 'function'
        ? [[path, words]]
        : typeof words === 'object' && words !== null
          ? Object.entries(words).flatMap(([key, value]) => functionsOf(value, `${path}.${key}`))
          : [];
    const known = new Map(functionsOf(english));
    const shared = functionsOf(await load()).filter(([path, said]) => known.get(path) === said);
    expect(shared).toEqual([]);
  });
});
