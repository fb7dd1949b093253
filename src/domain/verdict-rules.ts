import { fuseLadders, type Ladder } from './fusion';
import type { NamingGrain } from './grain';
import { heardNothing, heardUnknownVoice, type HeardSupport } from './heard';
import type { JudgedTerm } from './judgement/term';
import { hearing, ladderOf, sight, type Sense } from './ladder';
import type { Ledger } from './ledger';
import { answersIn, type ObserverAnswer } from './questions/observer-answers';
import { Candidates } from './questions/weigh-answers';
import type { Traits } from './questions/traits';
import type { TaxonId, Taxonomy } from './taxonomy';
import type { Thresholds } from './thresholds';
import { helpFor, opposingEntries, supportingEntries } from './verdict-reasons';
import type { Guess, RuleId, Rung, Verdict } from './verdict';

export interface VerdictContext {
  taxonomy: Taxonomy;
  thresholds: Thresholds;
  /** What birds are like; without it the observer's answers say nothing. */
  traits?: Traits | null;
  /** A coarser answer than the evidence supports, if the policy asked for one; never a finer one. */
  ceiling?: NamingGrain | 'abstain';
}

/** One row of the table: when it holds, what it decides. The first row that holds decides. */
interface Row {
  rule: RuleId;
  grain: Verdict['grain'];
  holds: (facts: Facts) => boolean;
}

interface Facts {
  ledger: Ledger;
  seen: Sense;
  heard: Sense<HeardSupport>;
  /** With the observer's answers. */
  ladder: Ladder;
  /** By what was seen and heard alone. */
  unasked: Ladder;
  /** Null where nothing was put forward, or nothing is known of birds. */
  candidates: Candidates | null;
  thresholds: Thresholds;
}

const silent = ({ heard }: Facts): boolean => heard.support === null;
const nothing = ({ seen, heard }: Facts): boolean => seen.support === null && heard.support === null;
const failed = ({ seen, heard }: Facts): boolean => seen.grade === 'fail' || heard.grade === 'fail';

export const VERDICT_TABLE: readonly Row[] = [
  { rule: 'no_bird_found', grain: 'abstain', holds: (facts) => facts.seen.inVain && silent(facts) },
  { rule: 'quality_failed', grain: 'abstain', holds: (facts) => failed(facts) && nothing(facts) },
  {
    rule: 'unknown_voice',
    grain: 'abstain',
    holds: isUnknownVoice,
  },
  { rule: 'no_bird_heard', grain: 'abstain', holds: (facts) => nothing(facts) && heardNothing(facts.ledger) },
  { rule: 'nothing_classified', grain: 'abstain', holds: nothing },
  {
    rule: 'not_a_bird',
    grain: 'abstain',
    holds: (facts) => silent(facts) && (facts.seen.support?.noBird ?? 0) >= facts.thresholds.notABird,
  },
  {
    rule: 'species_with_answer',
    grain: 'species',
    holds: ({ ladder, unasked }) =>
      reached(ladder.species) && !(reached(unasked.species) && unasked.species.taxon === ladder.species.taxon),
  },
  {
    rule: 'species_seen_and_heard',
    grain: 'species',
    holds: ({ ladder, seen, heard }) =>
      reached(ladder.species) &&
      [seen, heard].every(({ support }) => support?.best('species') === ladder.species.taxon),
  },
  {
    rule: 'species_with_place',
    grain: 'species',
    holds: ({ ladder, seen, heard }) => reached(ladder.species) && (seen.support ?? heard.support)?.placed === true,
  },
  { rule: 'species_without_place', grain: 'species', holds: ({ ladder }) => reached(ladder.species) },
  { rule: 'rolled_up_to_genus', grain: 'genus', holds: ({ ladder }) => reached(ladder.genus) },
  { rule: 'rolled_up_to_family', grain: 'family', holds: ({ ladder }) => reached(ladder.family) },
  {
    rule: 'senses_disagree',
    grain: 'abstain',
    holds: ({ ladder }) => ladder.family.reason === 'senses_disagree',
  },
  { rule: 'either_or', grain: 'abstain', holds: isEitherOr },
  { rule: 'not_enough_evidence', grain: 'abstain', holds: () => true },
];

/** The verdict on a ledger. Pure: the same ledger always gives the same verdict. */
export function decideVerdict(ledger: Ledger, context: VerdictContext): Verdict {
  return verdictOn(factsIn(ledger, context), context);
}

/** The verdict on one bird of the recordings, with its probability: the one that card, list and table show for it. */
export function decideAbout(
  ledger: Ledger,
  bird: TaxonId,
  context: VerdictContext,
): { verdict: Verdict; probability: number } {
  const facts = factsIn(ledger, context, bird);
  return { verdict: verdictOn(facts, context), probability: probabilities(facts)(bird) };
}

function verdictOn(facts: Facts, { taxonomy, thresholds }: VerdictContext): Verdict {
  const { ledger, ladder } = facts;
  const row = VERDICT_TABLE.find((candidate) => candidate.holds(facts));
  if (!row) throw new Error('the last row of the verdict table always holds');

  const rungOfRow = row.grain === 'abstain' ? null : ladder[row.grain];
  const taxon = rungOfRow?.taxon ?? null;
  const judged = probabilities(facts);
  return {
    grain: row.grain,
    taxon,
    probability: rungOfRow?.probability ?? ladder.species.probability,
    rule: row.rule,
    ladder: [ladder.family, ladder.genus, ladder.species],
    terms: termsOf(taxon ?? ladder.species.taxon, facts),
    guess: guessOf(row, ladder.species, thresholds),
    supporting: [...supportingEntries(ledger, taxon, taxonomy), ...entriesSaid(facts, taxon, true)],
    opposing: [...opposingEntries(ledger, taxon, taxonomy), ...entriesSaid(facts, taxon, false)],
    alternatives: alternativesTo(taxon, facts, judged),
    help: helpFor(ledger, row.grain),
  };
}

function factsIn(ledger: Ledger, context: VerdictContext, bird?: TaxonId): Facts {
  const { taxonomy, thresholds, ceiling, traits } = context;
  const seen = sight(ledger, taxonomy, thresholds);
  const heard = hearing(ledger, bird ?? seen.support?.best('species') ?? null, taxonomy, thresholds);
  const bySight = ladderOf(seen, thresholds, ceiling);
  const byEar = ladderOf(heard, thresholds, ceiling);
  const ladder =
    seen.support && heard.support
      ? fuseLadders({ ladder: bySight, support: seen.support }, { ladder: byEar, support: heard.support }, thresholds)
      : heard.support
        ? byEar
        : bySight;
  const facts: Facts = { ledger, seen, heard, ladder, unasked: ladder, candidates: null, thresholds };
  const species = [...new Set([...(seen.support?.species ?? []), ...(heard.support?.species ?? [])])];
  if (!traits || species.length === 0) return facts;
  const known = { taxonomy, traits, weight: thresholds.observer };
  return withAnswers(
    { ...facts, candidates: Candidates.of(ladder, probabilities(facts), species, known) },
    answersIn(ledger),
  );
}

/** The same with what the observer said, or might say. */
function withAnswers(facts: Facts, given: readonly ObserverAnswer[]): Facts {
  if (!facts.candidates || given.length === 0) return facts;
  const candidates = given.reduce((before, one) => before.with(one), facts.candidates);
  return { ...facts, candidates, ladder: candidates.ladder };
}

/**
 * What a taxon of the ladder has there. Only one of a grain is right, so any other has what its sense gives it, scaled down
 * to what the taxon of its grain on the ladder leaves: the judgement was fitted on first choices alone.
 */
function probabilities({ ladder, seen, heard, candidates }: Facts): (taxon: TaxonId) => number {
  if (candidates) return (taxon) => candidates.probability(taxon);
  return (taxon) => {
    const rung = Object.values(ladder).find((one) => one.taxon === taxon);
    if (rung) return rung.probability;
    const rank = (seen.judge ?? heard.judge)?.rankOf(taxon);
    const first = rank && ladder[rank];
    const shares = [seen, heard].map(({ support }) => {
      if (!support) return 0;
      const others = 1 - (first?.taxon ? support.fused(first.taxon) : 0);
      const left = 1 - (first?.taxon ? first.probability : 0);
      return support.fused(taxon) * Math.min(1, others > 0 ? left / others : 1);
    });
    return Math.max(...shares);
  };
}

function reached(rung: Rung): boolean {
  return rung.reason === 'reached';
}

/** Where the evidence points to no bird, or to several, naming one of them would only mislead. */
const NO_GUESS: ReadonlySet<RuleId> = new Set<RuleId>(['no_bird_found', 'not_a_bird', 'senses_disagree', 'either_or']);

/** The likeliest species where none is declared and it is likely enough to be worth saying. */
function guessOf({ grain, rule }: Row, { taxon, probability }: Rung, { guess }: Thresholds): Guess | null {
  if (grain === 'species' || taxon === null || NO_GUESS.has(rule)) return null;
  return probability < guess ? null : { taxon, probability };
}

function entriesSaid({ ledger, candidates }: Facts, taxon: TaxonId | null, wanted: boolean): number[] {
  if (!candidates || !taxon) return [];
  return answersIn(ledger).flatMap((said) => (candidates.speaksFor(taxon, said) === wanted ? [said.entry] : []));
}

function termsOf(taxon: TaxonId | null, { seen, heard, candidates }: Facts): JudgedTerm[] {
  if (!taxon) return [];
  const terms = [seen, heard].flatMap(({ judge }) => (judge?.knows(taxon) ? judge.of(taxon).terms : []));
  terms.push(...(candidates?.terms(taxon) ?? []));
  return terms.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** A few species of different families that together are as likely as a family would have to be. */
function isEitherOr({ heard, seen, thresholds }: Facts): boolean {
  const { support, judge } = heard;
  if (!support || !judge || seen.support) return false;
  const rivals = support.eitherOr;
  if (rivals.length === 0 || rivals.length > thresholds.eitherOr) return false;
  const together = rivals.reduce((sum, taxon) => sum + support.fused(taxon), 0);
  return together >= judge.bar('family');
}

/** Something calls, and no name fits it: none was put forward, or none is likely enough to be worth saying. */
function isUnknownVoice(facts: Facts): boolean {
  const { ledger, seen, heard, ladder, thresholds } = facts;
  if (seen.support) return false;
  if (!heard.support) return nothing(facts) && heardNothing(ledger) && heardUnknownVoice(ledger);
  const rungs = Object.values(ladder);
  const open = rungs.every(({ reason }) => reason === 'below_bar' || reason === 'views_disagree');
  return open && !isEitherOr(facts) && rungs.every(({ probability }) => probability < thresholds.guess);
}

/** For choosing a question: what the ledger leaves open, and what the verdict would be with further answers. */
export interface WeighedCandidates {
  candidates: Candidates;
  /** The verdict with these answers on top of those in the ledger. */
  verdictWith: (given: readonly ObserverAnswer[]) => Verdict;
}

export function weighCandidates(ledger: Ledger, context: VerdictContext): WeighedCandidates | null {
  const facts = factsIn(ledger, context);
  const { candidates } = facts;
  return candidates && { candidates, verdictWith: (given) => verdictOn(withAnswers(facts, given), context) };
}

function alternativesTo(
  taxon: TaxonId | null,
  { seen, heard, thresholds }: Facts,
  judged: (taxon: TaxonId) => number,
): Verdict['alternatives'] {
  const species = new Set([...(seen.support?.species ?? []), ...(heard.support?.species ?? [])]);
  return [...species]
    .filter((one) => one !== taxon)
    .map((one) => ({ taxon: one, probability: judged(one) }))
    .filter(({ probability }) => probability >= thresholds.alternative)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 4);
}
