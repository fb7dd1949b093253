import type { Catalogue } from '../catalogue';
import { about } from './about';
import { arrivals } from './arrivals';
import { birds } from './birds';
import { compare } from './compare';
import { finding } from './finding';
import { leaving } from './leaving';
import { library } from './library';
import { microphone } from './microphone';
import { naming } from './naming';
import { notebook } from './notebook';
import { notes } from './notes';
import { packs } from './packs';
import { photos } from './photos';
import { place } from './place';
import { problems } from './problems';
import { refusals } from './refusals';
import { region } from './region';
import { screens } from './screens';
import { sounds } from './sounds';
import { steps } from './steps';
import { verdict } from './verdict';
import { questions } from './questions';

export const pt: Catalogue = {
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
