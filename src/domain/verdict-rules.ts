import { NAMING_GRAINS, type NamingGrain } from './grain';
import { answers, type Ledger } from './ledger';
import { gatherSupport, type Support } from './support';
import type { TaxonId, Taxonomy } from './taxonomy';
import { barFor, type Thresholds } from './thresholds';
import { helpFor, opposingEntries, supportingEntries } from './verdict-reasons';
import type { Caution, RuleId, Rung, RungReason, Verdict } from './verdict';

export interface VerdictContext {
  taxonomy: Taxonomy;
  thresholds: Thresholds;
  /** A coarser answer than the evidence would carry, where the policy asked for one; never a finer one. */
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
  support: Support | null;
  ladder: Record<NamingGrain, Rung>;
  grade: 'pass' | 'marginal' | 'fail' | null;
  thresholds: Thresholds;
}

export const VERDICT_TABLE: readonly Row[] = [
  { rule: 'no_bird_found', grain: 'abstain', holds: ({ ledger }) => searchedInVain(ledger) },
  { rule: 'quality_failed', grain: 'abstain', holds: ({ grade, support }) => grade === 'fail' && support === null },
  { rule: 'nothing_classified', grain: 'abstain', holds: ({ support }) => support === null },
  {
    rule: 'not_a_bird',
    grain: 'abstain',
    holds: ({ support, thresholds }) => support !== null && support.noBird >= thresholds.notABird,
  },
  {
    rule: 'species_with_place',
    grain: 'species',
    holds: ({ ladder, support }) => reached(ladder.species) && support?.placed === true,
  },
  { rule: 'species_without_place', grain: 'species', holds: ({ ladder }) => reached(ladder.species) },
  { rule: 'rolled_up_to_genus', grain: 'genus', holds: ({ ladder }) => reached(ladder.genus) },
  { rule: 'rolled_up_to_family', grain: 'family', holds: ({ ladder }) => reached(ladder.family) },
  { rule: 'not_enough_evidence', grain: 'abstain', holds: () => true },
];

/** The verdict that the ledger carries. Pure: the same ledger always gives the same verdict. */
export function decideVerdict(ledger: Ledger, context: VerdictContext): Verdict {
  const { taxonomy, thresholds } = context;
  const support = gatherSupport(ledger, taxonomy);
  const grade = bestGrade(ledger);
  const cautions = support ? cautionsOf(support, grade, thresholds) : [];
  const rung = (grain: NamingGrain): Rung => climb(grain, { ledger, support, cautions, grade, context });
  const ladder = { family: rung('family'), genus: rung('genus'), species: rung('species') };

  const facts: Facts = { ledger, support, ladder, grade, thresholds };
  const row = VERDICT_TABLE.find((candidate) => candidate.holds(facts));
  if (!row) throw new Error('the last row of the verdict table always holds');

  const rungOfRow = row.grain === 'abstain' ? null : ladder[row.grain];
  const taxon = rungOfRow?.taxon ?? null;
  return {
    grain: row.grain,
    taxon,
    probability: rungOfRow?.probability ?? ladder.species.probability,
    rule: row.rule,
    ladder: [ladder.family, ladder.genus, ladder.species],
    cautions,
    supporting: supportingEntries(ledger, taxon, taxonomy),
    opposing: opposingEntries(ledger, taxon, taxonomy),
    alternatives: alternativesTo(taxon, support, thresholds),
    help: helpFor(ledger, row.grain),
  };
}

function reached(rung: Rung): boolean {
  return rung.reason === 'reached';
}

function searchedInVain(ledger: Ledger): boolean {
  const searches = answers(ledger, 'detect_bird');
  return searches.length > 0 && searches.every((search) => search.payload.count === 0);
}

/** The best grade any photo of the bird got: one good photo is enough. */
function bestGrade(ledger: Ledger): Facts['grade'] {
  const grades = new Set(answers(ledger, 'quality_gate').map((answer) => answer.payload.grade));
  return (['pass', 'marginal', 'fail'] as const).find((grade) => grades.has(grade)) ?? null;
}

function cautionsOf(support: Support, grade: Facts['grade'], thresholds: Thresholds): Caution[] {
  const species = support.best('species');
  const status = species && support.status(species);
  const secondLookAgreed = support.views > 1 && support.agreement;
  const cautions: [Caution, boolean][] = [
    ['no_place', !support.placed],
    ['labels_miss_local_birds', support.coverage !== null && support.coverage < thresholds.coverage],
    ['views_disagree', !support.agreement],
    ['unusual_here', status === 'unusual'],
    ['marginal_quality', grade !== null && grade !== 'pass' && !secondLookAgreed],
  ];
  return cautions.filter(([, holds]) => holds).map(([caution]) => caution);
}

interface Climb {
  ledger: Ledger;
  support: Support | null;
  cautions: readonly Caution[];
  grade: Facts['grade'];
  context: VerdictContext;
}

function climb(grain: NamingGrain, { ledger, support, cautions, grade, context }: Climb): Rung {
  const { thresholds, ceiling } = context;
  const bar = barFor(grain, cautions, thresholds);
  const taxon = support?.best(grain) ?? null;
  const nothing = (reason: RungReason): Rung => ({ grain, taxon, probability: probability(), bar, reason });
  const probability = (): number => (support && taxon ? support.fused(taxon) : 0);

  if (searchedInVain(ledger)) return nothing('no_bird');
  if (!support || !taxon) return nothing(grade === 'fail' ? 'quality_failed' : 'nothing_classified');
  if (support.noBird >= thresholds.notABird) return nothing('no_bird');
  if (grade === 'fail' && grain !== 'family') return nothing('quality_failed');
  if (ceiling && isAbove(grain, ceiling)) return nothing('policy_declined');
  if (grain === 'species' && !support.species.includes(taxon)) return nothing('not_in_top_k');
  if (grain === 'species' && support.status(taxon) === 'out_of_range') return nothing('out_of_range');
  if (support.visual(taxon) < thresholds.visualFloor || probability() < bar) {
    return nothing(support.agreement ? 'below_bar' : 'views_disagree');
  }
  return { grain, taxon, probability: probability(), bar, reason: 'reached' };
}

/** True where `grain` is finer than what the policy is willing to say. */
function isAbove(grain: NamingGrain, ceiling: NamingGrain | 'abstain'): boolean {
  const order: readonly string[] = [...NAMING_GRAINS, 'abstain'];
  return order.indexOf(grain) < order.indexOf(ceiling);
}

function alternativesTo(
  taxon: TaxonId | null,
  support: Support | null,
  thresholds: Thresholds,
): Verdict['alternatives'] {
  if (!support) return [];
  return support.species
    .filter((species) => species !== taxon && support.fused(species) >= thresholds.alternative)
    .slice(0, 4)
    .map((species) => ({ taxon: species, probability: support.fused(species) }));
}
