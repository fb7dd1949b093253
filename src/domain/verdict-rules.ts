import { fuseLadders, type Ladder } from './fusion';
import type { NamingGrain } from './grain';
import { gatherHeard, heardNothing, type HeardSupport } from './heard';
import { cautionsOf, hearing, ladderOf, sight, type Sense } from './ladder';
import type { Ledger } from './ledger';
import { gatherSupport, type Support } from './support';
import type { TaxonId, Taxonomy } from './taxonomy';
import type { Thresholds } from './thresholds';
import { helpFor, opposingEntries, supportingEntries } from './verdict-reasons';
import type { Caution, Guess, RuleId, Rung, Verdict } from './verdict';

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
  seen: Sense;
  heard: Sense;
  rivals: readonly TaxonId[];
  ladder: Ladder;
  thresholds: Thresholds;
}

const silent = ({ heard }: Facts): boolean => heard.support === null;
const nothing = ({ seen, heard }: Facts): boolean => seen.support === null && heard.support === null;
const failed = ({ seen, heard }: Facts): boolean => seen.grade === 'fail' || heard.grade === 'fail';

export const VERDICT_TABLE: readonly Row[] = [
  { rule: 'no_bird_found', grain: 'abstain', holds: (facts) => facts.seen.inVain && silent(facts) },
  { rule: 'quality_failed', grain: 'abstain', holds: (facts) => failed(facts) && nothing(facts) },
  { rule: 'no_bird_heard', grain: 'abstain', holds: (facts) => nothing(facts) && heardNothing(facts.ledger) },
  { rule: 'nothing_classified', grain: 'abstain', holds: nothing },
  {
    rule: 'not_a_bird',
    grain: 'abstain',
    holds: (facts) => silent(facts) && (facts.seen.support?.noBird ?? 0) >= facts.thresholds.notABird,
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
  {
    rule: 'place_contradicts',
    grain: 'abstain',
    holds: ({ ladder }) => ladder.species.reason === 'place_contradicts',
  },
  { rule: 'either_or', grain: 'abstain', holds: isEitherOr },
  { rule: 'not_enough_evidence', grain: 'abstain', holds: () => true },
];

/** The verdict that the ledger carries. Pure: the same ledger always gives the same verdict. */
export function decideVerdict(ledger: Ledger, context: VerdictContext): Verdict {
  const { taxonomy, thresholds, ceiling } = context;
  const seen = sight(ledger, gatherSupport(ledger, taxonomy, thresholds.place));
  const support = gatherHeard(ledger, taxonomy, seen.support?.best('species') ?? null, thresholds.rival);
  const heard = hearing(ledger, support);
  const forSound = { ...thresholds, ...thresholds.heard };
  const bySight = ladderOf(seen, thresholds, ceiling);
  const byEar = ladderOf(heard, forSound, ceiling);
  const ladder =
    seen.support && support
      ? fuseLadders({ ladder: bySight, support: seen.support }, { ladder: byEar, support }, thresholds)
      : support
        ? byEar
        : bySight;

  const facts: Facts = { ledger, seen, heard, rivals: support?.eitherOr ?? [], ladder, thresholds };
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
    cautions: allCautions(facts),
    terms: [],
    guess: guessOf(row, ladder.species, thresholds),
    supporting: supportingEntries(ledger, taxon, taxonomy),
    opposing: opposingEntries(ledger, taxon, taxonomy),
    alternatives: alternativesTo(taxon, [seen.support, support], thresholds),
    help: helpFor(ledger, row.grain),
  };
}

/** Where the evidence points to no bird, or to several, naming one of them would only mislead. */
const NO_GUESS: ReadonlySet<RuleId> = new Set<RuleId>(['no_bird_found', 'not_a_bird', 'senses_disagree', 'either_or']);

/** The likeliest species where none is declared and it is likely enough to be worth saying. */
function guessOf({ grain, rule }: Row, { taxon, probability }: Rung, { guess }: Thresholds): Guess | null {
  if (grain === 'species' || taxon === null || NO_GUESS.has(rule)) return null;
  return probability < guess ? null : { taxon, probability };
}

function reached(rung: Rung): boolean {
  return rung.reason === 'reached';
}

/** A few species of different families that together are as likely as a family would have to be. */
function isEitherOr({ rivals, heard, seen, thresholds }: Facts): boolean {
  const { support } = heard;
  if (!support || seen.support || rivals.length === 0 || rivals.length > thresholds.eitherOr) return false;
  const together = rivals.reduce((sum, taxon) => sum + support.fused(taxon), 0);
  return together >= thresholds.heard.bar.family;
}

/** What raised a bar for either sense, and that they contradict each other where they do. */
function allCautions({ seen, heard, ladder, thresholds }: Facts): Caution[] {
  const forSound = { ...thresholds, ...thresholds.heard };
  const cautions = new Set([...cautionsOf(seen, thresholds), ...cautionsOf(heard, forSound)]);
  if (ladder.species.reason === 'senses_disagree') cautions.add('senses_disagree');
  return [...cautions];
}

function alternativesTo(
  taxon: TaxonId | null,
  supports: readonly (Support | HeardSupport | null)[],
  thresholds: Thresholds,
): Verdict['alternatives'] {
  const most = new Map<TaxonId, number>();
  for (const support of supports) {
    for (const species of support?.species ?? []) {
      most.set(species, Math.max(support!.fused(species), most.get(species) ?? 0));
    }
  }
  return [...most]
    .filter(([species, probability]) => species !== taxon && probability >= thresholds.alternative)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([species, probability]) => ({ taxon: species, probability }));
}
