import type { NamingGrain } from '../grain';
import { SHAPES, type Sense } from './shapes';
import type { TermId } from './term';
import { contributionOf, everyGrain, type GrainWeights, type SenseWeights, type WeighedTerm } from './weighing';

/**
 * For a model without a fitted judgement: its calibrated probability is taken as it is, and evidence
 * against a name lowers its odds. Chosen by hand, on the careful side; `npm run calibrate` replaces all of it.
 */
type Against = Partial<Record<TermId, { steps: readonly number[]; neutral: number }>>;

/** As steep as the log-odds themselves: a term alone gives the probability that it was made from. */
function believed(sense: Sense, id: 'look' | 'with_place'): WeighedTerm {
  const { knots } = SHAPES[sense][id]!;
  const steps = knots.slice(1).map((to, at) => to - knots[at]!);
  return { steps, usual: -knots[0]! };
}

const AGAINST: Against = {
  lives_here: { steps: [2, 2, 0, 0], neutral: 0 },
  ruled_out: { steps: [0.1, 0.5, 1, 1.2, 1.2, 1], neutral: 0 },
  agreement: { steps: [2, 1, 0.8, 0.1, 0, 0], neutral: 0 },
  quality: { steps: [1, 0.5], neutral: 2 },
  coverage: { steps: [0.2, 0.2, 0.1, 0, 0], neutral: 1 },
  unlabelled: { steps: [0.2, 0.8, 0.6, 0.6, 0.6], neutral: 0 },
  found: { steps: [0.5, 0.5, 0, 0, 0], neutral: 1 },
  no_bird: { steps: [0, 0.5, 1, 1], neutral: 0 },
};

/** Sounds of birds from all over the world are easily confused, so what a place rules out says nothing about one of them. */
const SILENT: Record<Sense, readonly TermId[]> = { seen: [], heard: ['ruled_out'] };

function weightsOf(sense: Sense, base: 'look' | 'with_place'): GrainWeights {
  const terms: Partial<Record<TermId, WeighedTerm>> = { [base]: believed(sense, base) };
  for (const [id, { steps, neutral }] of Object.entries(AGAINST) as [TermId, NonNullable<Against[TermId]>][]) {
    const shape = SHAPES[sense][id];
    if (!shape || SILENT[sense].includes(id)) continue;
    terms[id] = { steps, usual: contributionOf(neutral, shape, steps) };
  }
  return { bias: 0, terms };
}

function senseWeights(sense: Sense, bars: Record<'placed' | 'unplaced', Record<NamingGrain, number>>): SenseWeights {
  return {
    placed: { bars: bars.placed, grains: everyGrain(() => weightsOf(sense, 'with_place')) },
    unplaced: { bars: bars.unplaced, grains: everyGrain(() => weightsOf(sense, 'look')) },
  };
}

export const DEFAULT_JUDGEMENT: Record<Sense, SenseWeights> = {
  seen: senseWeights('seen', {
    placed: { species: 0.85, genus: 0.7, family: 0.7 },
    unplaced: { species: 0.96, genus: 0.7, family: 0.7 },
  }),
  heard: senseWeights('heard', {
    placed: { species: 0.85, genus: 0.85, family: 0.85 },
    unplaced: { species: 0.96, genus: 0.85, family: 0.85 },
  }),
};
