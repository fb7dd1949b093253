import * as v from 'valibot';
import { shareOf, upperBound } from '../src/domain/binomial';
import { mean, quantile } from './curves';
import type { Judged } from './judge';

export const ShareSchema = v.object({
  hits: v.number(),
  n: v.number(),
  rate: v.number(),
  low: v.number(),
  high: v.number(),
});

/** The figures of any group of items. Every share has its 95 % interval; a failed item is an item not solved. */
export const TallySchema = v.object({
  n: v.number(),
  failed: v.number(),
  solve: ShareSchema,
  /** Wrong species of all items; `upper` is the one-sided 95 % bound. */
  overclaim: v.object({ ...ShareSchema.entries, upper: v.number() }),
  /** Right ones of the species that were declared. */
  precision: ShareSchema,
  wrongCoarser: ShareSchema,
  abstain: ShareSchema,
  grains: v.object({ species: v.number(), genus: v.number(), family: v.number(), abstain: v.number() }),
  reward: v.number(),
  calls: v.number(),
  toolErrors: v.number(),
  neededCalled: ShareSchema,
  /** Of the recordings of birds, those in which the labelled one is among the species named; null without recordings, and in reports of before. */
  amongNamed: v.optional(v.nullable(ShareSchema), null),
  /** Other species named in them: one label is not the truth about a recording, so they may sing there too. */
  othersNamed: v.optional(v.number(), 0),
  milliseconds: v.object({ median: v.number(), p90: v.number() }),
});
export type Tally = v.InferOutput<typeof TallySchema>;

export function tally(judged: readonly Judged[]): Tally {
  const n = judged.length;
  const count = (holds: (one: Judged) => boolean): number => judged.filter(holds).length;
  // An item that could not be run is not an abstention.
  const grain = (name: Judged['grain']): number => count((one) => one.grain === name && !one.failed);
  const overclaims = count((one) => one.overclaim);
  const ran = judged.filter((one) => !one.failed);
  const recordings = judged.flatMap(({ item, named }) => (item.truth !== null && named ? [named] : []));
  return {
    n,
    failed: n - ran.length,
    solve: shareOf(
      count((one) => one.solved),
      n,
    ),
    overclaim: { ...shareOf(overclaims, n), upper: n === 0 ? 1 : upperBound(overclaims, n) },
    precision: shareOf(grain('species') - overclaims, grain('species')),
    wrongCoarser: shareOf(
      count(({ grain: named, said }) => (named === 'genus' || named === 'family') && said?.right === false),
      n,
    ),
    abstain: shareOf(grain('abstain'), n),
    grains: { species: grain('species'), genus: grain('genus'), family: grain('family'), abstain: grain('abstain') },
    reward: mean(judged.map((one) => one.reward)),
    calls: mean(ran.map((one) => one.calls)),
    toolErrors: mean(ran.map((one) => one.toolErrors)),
    neededCalled: shareOf(ran.filter((one) => one.neededCalled).length, ran.length),
    amongNamed:
      recordings.length === 0 ? null : shareOf(recordings.filter(({ labelled }) => labelled).length, recordings.length),
    othersNamed: recordings.reduce((sum, { others }) => sum + others, 0),
    milliseconds: {
      median: quantile(
        ran.map((one) => one.ms),
        0.5,
      ),
      p90: quantile(
        ran.map((one) => one.ms),
        0.9,
      ),
    },
  };
}
