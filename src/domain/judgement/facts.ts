import type { Grade } from '../grade';
import type { SeenView } from '../looks';
import type { Support } from '../support';
import type { TaxonId, Taxonomy } from '../taxonomy';
import type { Candidate } from '../tools/classify_image';
import type { HeardBird } from '../tools/classify_sound';
import { oddsOf, type Facts } from './weighing';

/** Below this share a bird is as good as absent. */
const LEAST_SHARE = 1e-4;
const LEAST_PROBABILITY = 1e-4;
const GRADES: Record<NonNullable<Grade>, number> = { fail: 0, marginal: 1, pass: 2 };

/** Facts that pictures and recordings share: the names, and the place. */
export function factsOf(taxon: TaxonId, support: Support, grade: Grade): Facts {
  const facts: Facts = {
    look: oddsOf(support.visual(taxon)),
    margin: timesLikelier(support.fused(taxon), support.rival(taxon)),
    agreement: support.accord(taxon),
  };
  if (grade) facts.quality = GRADES[grade];
  if (!support.placed) return facts;
  const share = support.share(taxon);
  if (share !== null) facts.lives_here = Math.log10(Math.max(share, LEAST_SHARE));
  if (support.coverage !== null) facts.coverage = support.coverage;
  return {
    ...facts,
    with_place: oddsOf(support.fused(taxon)),
    ruled_out: support.ruledOut(taxon),
    unlabelled: support.unlabelledShare(taxon),
    month: support.month ? 1 : 0,
  };
}

function timesLikelier(probability: number, rival: number): number {
  return Math.log(Math.max(probability, LEAST_PROBABILITY) / Math.max(rival, LEAST_PROBABILITY));
}

/** What is known about the looks that put this taxon first; the best of them counts. */
export function factsOfLooks(taxon: TaxonId, looks: readonly SeenView[], noBird: number, taxonomy: Taxonomy): Facts {
  const facts: Facts = { no_bird: noBird };
  const agreeing = looks.filter(({ candidates: [first] }) => first && taxonomy.contains(taxon, first.taxon));
  const found = agreeing.flatMap((look) => look.found ?? []);
  const pixels = agreeing.flatMap((look) => look.pixels ?? []);
  if (found.length > 0) facts.found = Math.max(...found);
  if (pixels.length > 0) facts.pixels = Math.log2(Math.max(1, ...pixels));
  return facts;
}

/** What is known about a voice: the bird as each recording holds it, and what was measured of the recordings. */
export interface Voice {
  birds: readonly HeardBird[];
  /** How many other birds the recordings hold. */
  others: number;
  /** Of the clearest recording, in decibels; null where none was measured. */
  signalDb: number | null;
  /** The weight that a species keeps at the places, 0 to 1. */
  leftHere: (species: TaxonId) => number;
}

export function factsOfVoice(taxon: TaxonId, { birds, others, signalDb, leftHere }: Voice, taxonomy: Taxonomy): Facts {
  const times = birds.flatMap((bird) => bird.times);
  const facts: Facts = {
    best_window: oddsOf(Math.max(0, ...times.map(({ probability }) => probability))),
    windows: Math.log2(1 + times.reduce((sum, { from, to }) => sum + (to - from) / WINDOW_SECONDS, 0)),
    others: Math.log2(1 + others),
    sounds_alike: Math.max(0, ...birds.map(({ candidates }) => shareOutside(taxon, candidates, leftHere, taxonomy))),
  };
  return signalDb === null ? facts : { ...facts, signal: signalDb };
}

const WINDOW_SECONDS = 3;

/** What birds that sound alike have; those that do not live here count less. */
function shareOutside(
  taxon: TaxonId,
  candidates: readonly Candidate[],
  leftHere: Voice['leftHere'],
  taxonomy: Taxonomy,
): number {
  const outside = candidates.filter((one) => !taxonomy.contains(taxon, one.taxon));
  return outside.reduce((sum, one) => sum + one.probability * leftHere(one.taxon), 0);
}
