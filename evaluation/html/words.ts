import type { Kind, Loss } from '../judge';
import type { Report } from '../report';
import type { Badness } from '../worst-first';

/** Every word of the report that stands for a code. */
export const LOSS_WORDS: Record<Loss, string> = {
  failed: 'could not be run',
  not_detected: 'no bird detected',
  gated_out: 'too poor to judge',
  called_no_bird: 'taken for no bird',
  nothing_classified: 'never compared',
  not_in_labels: 'species not in the labels',
  not_in_top_k: 'not in the top ten',
  in_top_k_not_chosen: 'in the top ten, not first',
  too_cautious: 'right, but too cautious',
};

export const KIND_WORDS: Record<Kind, string> = {
  known: 'species among the labels',
  outside: 'birds outside the labels',
  not_a_bird: 'no bird at all',
};

export const BADNESS_WORDS: Record<Badness, string> = {
  wrong_species: 'wrong species',
  wrong_coarser: 'wrong genus or family',
  failed: 'failed',
  no_answer: 'not enough',
  right_coarser: 'right genus or family',
  right_species: 'right species',
  rightly_nothing: 'rightly nothing',
};

export const GROUP_WORDS: Record<string, string> = {
  ...KIND_WORDS,
  image: 'photos',
  sound: 'sounds',
  image_sound: 'photo and sound',
  not_stated: 'frequency not stated',
  abstain: 'not enough',
};

/** What the items of a table are grouped by. */
export const PARTS: Record<keyof Report['by'], string> = {
  kind: 'what the models could know',
  modality: 'what was given',
  tier: 'how often the bird is met',
  grain: 'what was declared',
};

export const PLACE_WORDS = {
  own: "each bird's own place, or one drawn from its range",
  far: 'a wrong place, far from where the bird lives',
  none: 'no place',
} as const;
