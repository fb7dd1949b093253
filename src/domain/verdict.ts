import type { Candidate } from './tools/classify_image';
import type { Grain, NamingGrain } from './grain';
import type { JudgedTerm } from './judgement/term';
import type { TaxonId } from './taxonomy';

/** Why a step of the grain ladder was not reached. */
export const RUNG_REASONS = [
  'reached',
  'below_bar',
  'not_in_top_k',
  'views_disagree',
  'senses_disagree',
  'observer_disagrees',
  'quality_failed',
  'no_bird',
  'nothing_classified',
  'policy_declined',
] as const;
export type RungReason = (typeof RUNG_REASONS)[number];

/** One step of the ladder (family, genus, species): the best taxon and whether the evidence supports it. */
export interface Rung {
  grain: NamingGrain;
  taxon: TaxonId | null;
  probability: number;
  /** The probability needed here for the stated risk. */
  bar: number;
  reason: RungReason;
}

/** The row of the verdict table that decided. */
export const RULES = [
  'no_bird_found',
  'quality_failed',
  'no_bird_heard',
  'unknown_voice',
  'not_a_bird',
  'nothing_classified',
  'species_with_answer',
  'species_seen_and_heard',
  'species_with_place',
  'species_without_place',
  'rolled_up_to_genus',
  'rolled_up_to_family',
  'senses_disagree',
  'either_or',
  'not_enough_evidence',
] as const;
export type RuleId = (typeof RULES)[number];

export const HELP = [
  'a_place',
  'a_date',
  'a_closer_photo',
  'a_sharper_photo',
  'better_light',
  'another_photo',
  'a_sound',
  'a_closer_recording',
  'a_quieter_recording',
  'another_recording',
  'a_photo',
] as const;
export type Help = (typeof HELP)[number];

/** The likeliest species where none is declared. Never counts as declared. */
export interface Guess {
  taxon: TaxonId;
  probability: number;
}

export interface Verdict {
  grain: Grain;
  taxon: TaxonId | null;
  /** Judged probability that the taxon is right; for an abstention, of the best species that was not declared. */
  probability: number;
  rule: RuleId;
  /** Family, genus, species, in that order. */
  ladder: readonly Rung[];
  /** What the judgement weighed, the weightiest first: of the declared taxon, or of the guess. */
  terms: readonly JudgedTerm[];
  /** Null where a species is declared, or no species is worth a guess. */
  guess: Guess | null;
  /** Ids of the ledger entries that speak for and against the taxon. */
  supporting: readonly number[];
  opposing: readonly number[];
  /** Species that could not be excluded, likeliest first; never holds the declared species. For `either_or` the set. */
  alternatives: readonly Candidate[];
  help: readonly Help[];
}
