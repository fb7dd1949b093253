import type { Ladder } from './fusion';
import { NAMING_GRAINS, type NamingGrain } from './grain';
import { answers, type Ledger } from './ledger';
import type { Support } from './support';
import type { TaxonId } from './taxonomy';
import { barFor, type Thresholds } from './thresholds';
import type { Caution, Rung, RungReason } from './verdict';

export type Grade = 'pass' | 'marginal' | 'fail' | null;

/** What one sense has to say: the pictures, or the recordings. */
export interface Sense {
  support: Support | null;
  /** The best grade that any of them got: one good photo, or one good recording, is enough. */
  grade: Grade;
  /** Looked for and not there, and no look showed one all the same. */
  inVain: boolean;
}

export function sight(ledger: Ledger, support: Support | null): Sense {
  const searches = answers(ledger, 'detect_bird');
  return {
    support,
    grade: bestOf(answers(ledger, 'quality_gate').map(({ payload }) => payload.grade)),
    inVain: !support && searches.length > 0 && searches.every(({ payload }) => payload.count === 0),
  };
}

export function hearing(ledger: Ledger, support: Support | null): Sense {
  const grade = bestOf(answers(ledger, 'audio_quality').map(({ payload }) => payload.grade));
  return { support, grade, inVain: false };
}

function bestOf(grades: readonly NonNullable<Grade>[]): Grade {
  return (['pass', 'marginal', 'fail'] as const).find((grade) => grades.includes(grade)) ?? null;
}

export function cautionsOf({ support, grade }: Sense, thresholds: Thresholds): Caution[] {
  if (!support) return [];
  const species = support.best('species');
  const status = species && support.status(species);
  const secondLookAgreed = support.views > 1 && support.agreement;
  const cautions: [Caution, boolean][] = [
    ['no_place', !support.placed],
    ['labels_miss_local_birds', support.coverage !== null && support.coverage < thresholds.coverage],
    ['unknown_relatives', species !== null && support.strangeness(species) >= thresholds.strangeness],
    ['views_disagree', !support.agreement],
    ['unusual_here', status === 'unusual'],
    ['place_contradicts', species !== null && support.ruledOut(species) >= thresholds.contradiction],
    ['marginal_quality', grade !== null && grade !== 'pass' && !secondLookAgreed],
  ];
  return cautions.filter(([, holds]) => holds).map(([caution]) => caution);
}

/** How far one sense carries by itself. */
export function ladderOf(sense: Sense, thresholds: Thresholds, ceiling?: NamingGrain | 'abstain'): Ladder {
  const cautions = cautionsOf(sense, thresholds);
  const rung = (grain: NamingGrain): Rung => climb(grain, sense, cautions, thresholds, ceiling);
  return { family: rung('family'), genus: rung('genus'), species: rung('species') };
}

function climb(
  grain: NamingGrain,
  { support, grade, inVain }: Sense,
  cautions: readonly Caution[],
  thresholds: Thresholds,
  ceiling: NamingGrain | 'abstain' | undefined,
): Rung {
  const bar = barFor(grain, cautions, thresholds);
  const taxon = support?.best(grain) ?? null;
  const contradicted = cautions.includes('place_contradicts');
  const probability = support && taxon ? carried(taxon, grain, contradicted, support, thresholds) : 0;
  const rung = (reason: RungReason): Rung => ({ grain, taxon, probability, bar, reason });

  if (inVain) return rung('no_bird');
  if (!support || !taxon) return rung(grade === 'fail' ? 'quality_failed' : 'nothing_classified');
  if (support.noBird >= thresholds.notABird) return rung('no_bird');
  if (grade === 'fail' && grain !== 'family') return rung('quality_failed');
  if (ceiling && isAbove(grain, ceiling)) return rung('policy_declined');
  if (grain === 'species' && !support.species.includes(taxon)) return rung('not_in_top_k');
  if (grain === 'species' && support.status(taxon) === 'out_of_range') return rung('out_of_range');
  if (grain === 'species' && contradicted) return rung('place_contradicts');
  if (support.visual(taxon) < thresholds.visualFloor[grain] || probability < bar) {
    return rung(support.agreement ? 'below_bar' : 'views_disagree');
  }
  return rung('reached');
}

/**
 * How likely a taxon is with the place. Where the place contradicts the picture, or two views are each sure of another
 * taxon, at this grain or a coarser one, it can only take away: else it would settle the dispute for whatever happens to
 * live there.
 */
function carried(
  taxon: TaxonId,
  grain: NamingGrain,
  contradicted: boolean,
  support: Support,
  { sure }: Thresholds,
): number {
  const upTo = NAMING_GRAINS.slice(NAMING_GRAINS.indexOf(grain));
  const disputed = contradicted || upTo.some((one) => support.asserted(one, sure).size > 1);
  return disputed ? Math.min(support.visual(taxon), support.fused(taxon)) : support.fused(taxon);
}

/** True where `grain` is finer than what the policy is willing to say. */
function isAbove(grain: NamingGrain, ceiling: NamingGrain | 'abstain'): boolean {
  const order: readonly string[] = [...NAMING_GRAINS, 'abstain'];
  return order.indexOf(grain) < order.indexOf(ceiling);
}
