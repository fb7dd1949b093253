import { NAMING_GRAINS, type NamingGrain } from '../../src/domain/grain';
import { SHAPES, type Sense, type Shape } from '../../src/domain/judgement/shapes';
import type { TermId } from '../../src/domain/judgement/term';
import {
  contributionOf,
  everyGrain,
  stepsTo,
  type Facts,
  type GrainWeights,
  type SenseWeights,
  type WeighedTerm,
  type Weights,
} from '../../src/domain/judgement/weighing';
import { hearing, sight } from '../../src/domain/ladder';
import type { Ledger } from '../../src/domain/ledger';
import type { TaxonId, Taxonomy } from '../../src/domain/taxonomy';
import { withJudgement, type Thresholds } from '../../src/domain/thresholds';
import type { Rung } from '../../src/domain/verdict';
import { decideVerdict } from '../../src/domain/verdict-rules';
import { barFor } from './bars';
import { fitLogistic, type LogisticRow } from './logistic';

/**
 * A ledger whose truth is known: of photos or of recordings, with a place or without. Cases of one item (the same file at
 * several places, with several sets of labels) belong to one group and share its weight.
 */
export interface FitCase {
  group: string;
  ledger: Ledger;
  /** Null where there is no bird. */
  truth: TaxonId | null;
  /** One over the number of cases that the item has with a place, or without one; 0 for cases that exist only for wrong places. */
  share: number;
  /** What the item counts for where each case is an item of its own; 1 where it is left out. */
  weight?: number;
  /** Whether the bars are counted on it: not where its label may be wrong as often as the risk that is stated. */
  counts: boolean;
  placed: boolean;
  /** Whether its place is one where the bird does not live. */
  astray: boolean;
}

export interface FitContext {
  sense: Sense;
  taxonomy: Taxonomy;
  /** What is not fitted keeps these. */
  thresholds: Thresholds;
  /** At most this share of all items may get a wrong species; genus and family likewise; a wrong species at wrong places only. */
  risk: { species: number; genus: number; family: number; astray: number };
  ridge?: number;
}

export interface JudgementFit {
  weights: SenseWeights;
  /** Each case judged by weights that its group had no part in. */
  held: readonly HeldOut[];
}

/** What the ladder of a case holds with weights fitted on other groups; a rung that no probability opens is null. */
export interface HeldOut {
  of: FitCase;
  rungs: Record<NamingGrain, { probability: number; right: boolean } | null>;
}

const FOLDS = 5;
const RIDGE = 2;

export function fitJudgement(cases: readonly FitCase[], context: FitContext): JudgementFit {
  const rows = cases.map((of) => readFacts(of, context));
  const folds = new Map([...new Set(cases.map(({ group }) => group))].map((group) => [group, foldOf(group)]));
  const held = Array.from({ length: FOLDS }, (_, fold) => {
    const inFold = ({ of }: CaseFacts): boolean => folds.get(of.group) === fold;
    const weights = weightsFrom(
      rows.filter((row) => !inFold(row)),
      context,
    );
    return rows.filter(inFold).map((row) => judgeWith(row, weights, context));
  }).flat();
  const bars = { placed: barsFor(held, true, context), unplaced: barsFor(held, false, context) };
  return { weights: weightsFrom(rows, context, bars), held };
}

interface CaseFacts {
  of: FitCase;
  /** Of the likeliest taxon at each grain; null where nothing was named. */
  named: Record<NamingGrain, { facts: Facts; right: boolean } | null>;
}

function readFacts(of: FitCase, { sense, taxonomy, thresholds }: FitContext): CaseFacts {
  const { support, judge } =
    sense === 'seen' ? sight(of.ledger, taxonomy, thresholds) : hearing(of.ledger, null, taxonomy, thresholds);
  const named = everyGrain((grain) => {
    const taxon = support?.best(grain);
    return taxon && judge ? { facts: judge.facts(taxon), right: holds(taxon, of.truth, taxonomy) } : null;
  });
  return { of, named };
}

function holds(taxon: TaxonId, truth: TaxonId | null, taxonomy: Taxonomy): boolean {
  return truth !== null && taxonomy.contains(taxon, truth);
}

/** By the name alone, so that an item stays in its fold when others are added. */
function foldOf(group: string): number {
  let hash = 2166136261;
  for (const char of group) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return hash % FOLDS;
}

type Bars = Record<'placed' | 'unplaced', Record<NamingGrain, number>>;
/** Nothing is declared, so that every rung shows its probability. */
const OPEN: Record<NamingGrain, number> = { species: 1, genus: 1, family: 1 };

function weightsFrom(
  rows: readonly CaseFacts[],
  context: FitContext,
  bars: Bars = { placed: OPEN, unplaced: OPEN },
): SenseWeights {
  const of = (placed: boolean): Weights => ({
    bars: placed ? bars.placed : bars.unplaced,
    grains: everyGrain((grain) => grainWeights(rows, placed, grain, context)),
  });
  return { placed: of(true), unplaced: of(false) };
}

function grainWeights(
  rows: readonly CaseFacts[],
  placed: boolean,
  grain: NamingGrain,
  { sense, ridge = RIDGE }: FitContext,
): GrainWeights {
  const named = rows.flatMap(({ of, named: by }) => {
    const one = by[grain];
    return one && of.placed === placed ? [{ ...one, weight: of.share }] : [];
  });
  const known = (Object.entries(SHAPES[sense]) as [TermId, Shape][]).filter(([id]) =>
    named.some(({ facts }) => facts[id] !== undefined),
  );
  const middle = new Map(known.map(([id]) => [id, meanOf(named.flatMap(({ facts }) => facts[id] ?? []))]));
  const columns = known.flatMap(([id, shape]) => shape.knots.slice(1).map((_, step) => ({ id, shape, step })));
  const logisticRows = named.flatMap(({ facts, right, weight }): LogisticRow[] => {
    // Cases at wrong places only are for the bars.
    if (weight === 0) return [];
    const x = known.flatMap(([id, shape]) => stepsTo(facts[id] ?? middle.get(id)!, shape));
    return [{ x: Float64Array.from(x), right, weight }];
  });
  const { bias, weights } = fitLogistic(logisticRows, {
    directions: columns.map(({ shape }) => shape.direction),
    ridge,
  });
  const terms: Partial<Record<TermId, WeighedTerm>> = {};
  let usualOdds = bias;
  for (const [id, shape] of known) {
    const steps = weights.filter((_, column) => columns[column]!.id === id).map((weight) => Number(weight.toFixed(3)));
    if (steps.every((step) => step === 0)) continue;
    const usual = meanOf(
      named.flatMap(({ facts }) => (facts[id] === undefined ? [] : contributionOf(facts[id], shape, steps))),
    );
    terms[id] = { steps, usual: Number(usual.toFixed(3)) };
    usualOdds += usual;
  }
  return { bias: Number(usualOdds.toFixed(3)), terms };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The real verdict, with bars that nothing reaches. */
function judgeWith({ of }: CaseFacts, weights: SenseWeights, context: FitContext): HeldOut {
  const { taxonomy, sense } = context;
  const thresholds = withJudgement(context.thresholds, { [sense]: weights });
  const { ladder } = decideVerdict(of.ledger, { taxonomy, thresholds });
  const rungs = everyGrain((grain) => {
    const rung = ladder.find((one) => one.grain === grain)!;
    return isOpen(rung) ? { probability: rung.probability, right: holds(rung.taxon!, of.truth, taxonomy) } : null;
  });
  return { of, rungs };
}

function isOpen({ taxon, reason }: Rung): boolean {
  return taxon !== null && (reason === 'below_bar' || reason === 'views_disagree' || reason === 'reached');
}

/**
 * From the finest grain to the coarsest: what a finer grain names no longer counts at a coarser one. A species has to keep
 * its risk at the places as they are drawn, and a risk of its own where every place is wrong.
 */
function barsFor(held: readonly HeldOut[], placed: boolean, { risk }: FitContext): Record<NamingGrain, number> {
  const counted = held.filter(({ of }) => of.counts && of.placed === placed);
  const bars = { ...OPEN };
  const at = (grain: NamingGrain, of: readonly HeldOut[], most: number): number => {
    const open = of.filter((one) => declaredGrain(one, bars) === null);
    const items = of.reduce((sum, one) => sum + one.of.share, 0);
    const named = open.flatMap(({ rungs, of: { share } }) => {
      const rung = rungs[grain];
      return rung ? [{ probability: rung.probability, wrong: !rung.right, share }] : [];
    });
    return barFor(named, items, most);
  };
  bars.species = at('species', counted, risk.species);
  const astray = counted.filter(({ of }) => of.astray);
  if (astray.length > 0) {
    // Each wrong place counts as an item of its own here.
    const items = astray.map((one) => ({ ...one, of: { ...one.of, share: one.of.weight ?? 1 } }));
    bars.species = Math.max(bars.species, at('species', items, risk.astray));
  }
  bars.genus = at('genus', counted, risk.genus);
  bars.family = at('family', counted, risk.family);
  return bars;
}

/** The finest grain whose probability clears its bar; null where none does. */
export function declaredGrain({ rungs }: HeldOut, bars: Record<NamingGrain, number>): NamingGrain | null {
  return NAMING_GRAINS.find((grain) => (rungs[grain]?.probability ?? 0) >= bars[grain]) ?? null;
}
