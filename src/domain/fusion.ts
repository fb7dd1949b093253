import type { NamingGrain } from './grain';
import type { Support } from './support';
import type { Thresholds } from './thresholds';
import type { Rung } from './verdict';

/** From the coarsest to the finest: a contradiction at one grain leaves nothing to say at a finer one. */
const CLIMBING: readonly NamingGrain[] = ['family', 'genus', 'species'];

export type Ladder = Record<NamingGrain, Rung>;

/** One sense: the ladder it reaches by itself, and what its single views put first when they were sure. */
export interface Voter {
  ladder: Ladder;
  support: Pick<Support, 'asserted' | 'visual'>;
}

/**
 * What a picture and a voice say together, rung by rung. They are independent, so agreement leaves only the chance that
 * both are wrong; a contradiction between two that are both sure is not averaged away: nothing is named there or finer.
 */
export function fuseLadders(seen: Voter, heard: Voter, thresholds: Thresholds): Ladder {
  const fused: Partial<Ladder> = {};
  let contradicted = false;
  for (const grain of CLIMBING) {
    contradicted ||= contradicts(seen, heard, grain, thresholds);
    fused[grain] = contradicted
      ? { ...surer(seen.ladder[grain], heard.ladder[grain]), reason: 'senses_disagree' }
      : fuseRungs(seen, heard, grain, thresholds);
  }
  return fused as Ladder;
}

/** Something that was clearly seen is not what was clearly heard. */
function contradicts(seen: Voter, heard: Voter, grain: NamingGrain, { sure }: Thresholds): boolean {
  const bySight = seen.support.asserted(grain, sure);
  const byEar = heard.support.asserted(grain, sure);
  return [...bySight].some((taxon) => [...byEar].some((other) => other !== taxon));
}

function fuseRungs(seen: Voter, heard: Voter, grain: NamingGrain, { sure }: Thresholds): Rung {
  const [bySight, byEar] = [seen.ladder[grain], heard.ladder[grain]];
  const usable = [bySight, byEar].filter(({ reason }) => reason === 'reached' || reason === 'below_bar');
  const [first, second] = usable;
  if (!first || !second) return first ?? surer(bySight, byEar);
  const { taxon } = bySight;
  const alone = usable.filter(({ reason }) => reason === 'reached');
  if (!taxon || taxon !== byEar.taxon) return alone.length === 1 ? alone[0]! : surer(bySight, byEar);
  const probability = 1 - (1 - bySight.probability) * (1 - byEar.probability);
  // A doubtful second sense takes nothing from what the first supports by itself: if it did, finding the second useless
  // would make the verdict finer.
  if (alone.length > 0) return { ...surer(alone[0]!, alone.at(-1)!), probability };
  const bar = Math.max(bySight.bar, byEar.bar);
  // Two guesses at the same bird do not make a name: one of the senses has to be fairly sure.
  const noticed = Math.max(seen.support.visual(taxon), heard.support.visual(taxon)) >= sure;
  return { ...bySight, probability, bar, reason: noticed && probability >= bar ? 'reached' : 'below_bar' };
}

function surer(seen: Rung, heard: Rung): Rung {
  return heard.probability > seen.probability ? heard : seen;
}
