import type { Catalogue } from '../catalogue';
import { about } from '../en/about';
import { arrivals } from './arrivals';
import { compare } from '../en/compare';
import { finding } from './finding';
import { leaving } from './leaving';
import { microphone } from '../en/microphone';
import { naming } from './naming';
import { notebook } from '../en/notebook';
import { notes } from '../en/notes';
import { packs } from '../en/packs';
import { photos } from '../en/photos';
import { place } from '../en/place';
import { problems } from '../en/problems';
import { region } from '../en/region';
import { screens } from '../en/screens';
import { sounds } from '../en/sounds';
import { steps } from '../en/steps';
import { verdict } from '../en/verdict';
import { questions } from './questions';

export const es: Catalogue = {
  about,
  arrivals,
  compare,
  finding,
  leaving,
  microphone,
  naming,
  notebook,
  notes,
  packs,
  photos,
  place,
  problems,
  questions,
  region,
  screens,
  sounds,
  steps,
  verdict,
};
