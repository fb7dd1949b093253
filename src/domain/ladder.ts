import type { Ladder } from './fusion';
import { bestGrade, type Grade } from './grade';
import { NAMING_GRAINS, type NamingGrain } from './grain';
import { gatherHeard, type HeardSupport } from './heard';
import { factsOf, factsOfLooks, factsOfVoice } from './judgement/facts';
import { SenseJudge } from './judgement/judge';
import { answers, type Ledger } from './ledger';
import { seenViews } from './looks';
import { gatherSupport, type Support } from './support';
import type { TaxonId, Taxonomy } from './taxonomy';
import type { Thresholds } from './thresholds';
import type { Rung, RungReason } from './verdict';

/** What one sense has to say: the pictures, or the recordings. */
export interface Sense<S extends Support = Support> {
  support: S | null;
  /** Null where there is nothing to judge. */
  judge: SenseJudge | null;
  grade: Grade;
  /** No bird was found, and no closer look showed one after all. */
  inVain: boolean;
}

export function sight(ledger: Ledger, taxonomy: Taxonomy, { place, judgement }: Thresholds): Sense {
  const support = gatherSupport(ledger, taxonomy, place);
  const grade = bestGrade(ledger, 'quality_gate');
  const looks = seenViews(ledger);
  const facts = (taxon: TaxonId) => ({
    ...factsOf(taxon, support!, grade),
    ...factsOfLooks(taxon, looks, support!.noBird, taxonomy),
  });
  const searches = answers(ledger, 'detect_bird');
  return {
    support,
    judge: support && new SenseJudge('seen', judgement.seen, support, facts, taxonomy),
    grade,
    inVain: !support && searches.length > 0 && searches.every(({ payload }) => payload.count === 0),
  };
}

export function hearing(
  ledger: Ledger,
  wanted: TaxonId | null,
  taxonomy: Taxonomy,
  { rival, judgement }: Thresholds,
): Sense<HeardSupport> {
  const support = gatherHeard(ledger, taxonomy, wanted, rival);
  const grade = bestGrade(ledger, 'audio_quality');
  const facts = (taxon: TaxonId) => ({
    ...factsOf(taxon, support!, grade),
    ...factsOfVoice(taxon, support!.voice, taxonomy),
  });
  const judge = support && new SenseJudge('heard', judgement.heard, support, facts, taxonomy);
  return { support, judge, grade, inVain: false };
}

/** How far up the ladder one sense reaches by itself. */
export function ladderOf(sense: Sense, thresholds: Thresholds, ceiling?: NamingGrain | 'abstain'): Ladder {
  const rung = (grain: NamingGrain): Rung => climb(grain, sense, thresholds, ceiling);
  return { family: rung('family'), genus: rung('genus'), species: rung('species') };
}

function climb(
  grain: NamingGrain,
  { support, judge, grade, inVain }: Sense,
  thresholds: Thresholds,
  ceiling: NamingGrain | 'abstain' | undefined,
): Rung {
  const best = judge?.best(grain) ?? null;
  const bar = judge?.bar(grain) ?? 1;
  const { taxon, probability } = best ?? { taxon: null, probability: 0 };
  const rung = (reason: RungReason): Rung => ({ grain, taxon, probability, bar, reason });

  if (inVain) return rung('no_bird');
  if (!support || !taxon) return rung(grade === 'fail' ? 'quality_failed' : 'nothing_classified');
  if (support.noBird >= thresholds.notABird) return rung('no_bird');
  if (grade === 'fail' && grain !== 'family') return rung('quality_failed');
  if (ceiling && isAbove(grain, ceiling)) return rung('policy_declined');
  if (grain === 'species' && !support.species.includes(taxon)) return rung('not_in_top_k');
  if (probability >= bar) return rung('reached');
  return rung(support.agreement ? 'below_bar' : 'views_disagree');
}

/** True where `grain` is finer than what the policy is willing to say. */
function isAbove(grain: NamingGrain, ceiling: NamingGrain | 'abstain'): boolean {
  const order: readonly string[] = [...NAMING_GRAINS, 'abstain'];
  return order.indexOf(grain) < order.indexOf(ceiling);
}
