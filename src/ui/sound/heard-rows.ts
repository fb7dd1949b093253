import type { HeardName } from './live-ear.svelte';

type Heard = Pick<HeardName, 'taxon' | 'grain' | 'last' | 'singing'>;

/**
 * One row a bird: a genus or a family that a named species explains is not another bird, and neither is a family that a
 * named genus explains. The species takes over when it was heard last and whether it sings: it is the same voice.
 */
export function oneRowABird<Row extends Heard>(
  heard: readonly Row[],
  isWithin: (species: string, taxon: string) => boolean,
): Row[] {
  const explains = (finer: Row, coarser: Row): boolean =>
    coarser.grain !== 'species' && finer.grain !== coarser.grain && isWithin(finer.taxon, coarser.taxon);
  return heard
    .filter((one) => !heard.some((other) => explains(other, one)))
    .map((one) => {
      const same = heard.filter((other) => explains(one, other));
      // With two species of one genus, nobody can say which of them the genus was.
      const alone = same.filter((other) => heard.filter((finer) => explains(finer, other)).length === 1);
      return {
        ...one,
        last: Math.max(one.last, ...alone.map(({ last }) => last)),
        singing: one.singing || alone.some(({ singing }) => singing),
      };
    });
}
