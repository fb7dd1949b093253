import type { about } from './en/about';
import type { arrivals } from './en/arrivals';
import type { birds } from './en/birds';
import type { compare } from './en/compare';
import type { finding } from './en/finding';
import type { leaving } from './en/leaving';
import type { library } from './en/library';
import type { microphone } from './en/microphone';
import type { naming } from './en/naming';
import type { notebook } from './en/notebook';
import type { notes } from './en/notes';
import type { packs } from './en/packs';
import type { photos } from './en/photos';
import type { place } from './en/place';
import type { problems } from './en/problems';
import type { questions } from './en/questions';
import type { refusals } from './en/refusals';
import type { region } from './en/region';
import type { screens } from './en/screens';
import type { sounds } from './en/sounds';
import type { steps } from './en/steps';
import type { verdict } from './en/verdict';

/** Everything the screens say in a language. English says what there is to say; the compiler misses whatever another language lacks. */
export interface Catalogue {
  about: typeof about;
  arrivals: typeof arrivals;
  birds: typeof birds;
  compare: typeof compare;
  finding: typeof finding;
  leaving: typeof leaving;
  library: typeof library;
  microphone: typeof microphone;
  naming: typeof naming;
  notebook: typeof notebook;
  notes: typeof notes;
  packs: typeof packs;
  photos: typeof photos;
  place: typeof place;
  problems: typeof problems;
  questions: typeof questions;
  refusals: typeof refusals;
  region: typeof region;
  screens: typeof screens;
  sounds: typeof sounds;
  steps: typeof steps;
  verdict: typeof verdict;
}
