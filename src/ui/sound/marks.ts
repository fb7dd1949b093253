import type { Stretch } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';

/** A box on the spectrogram: a bird, or people. */
export interface Mark extends Stretch {
  key: string;
  kind: 'bird' | 'voice';
  taxon: TaxonId | null;
  probability: number;
  /** The bird's number in the table; 0 for voices. */
  number: number;
  /** Whether a species was declared for it: drawn as certain. */
  certain: boolean;
  /** Rows of labels, counted from the top, so that birds that sing at once are told apart. */
  lane: number;
}

/** Windows next to each other, or overlapping, are one stretch of song; the likeliest of them speaks for it. */
export function joinTimes(
  times: readonly (Stretch & { probability: number })[],
): (Stretch & { probability: number })[] {
  const joined: (Stretch & { probability: number })[] = [];
  for (const time of [...times].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && time.from <= last.to + 0.05) {
      last.to = Math.max(last.to, time.to);
      last.probability = Math.max(last.probability, time.probability);
    } else joined.push({ ...time });
  }
  return joined;
}

/** Gives every mark the first row of labels that is free when it begins; in order of time. */
export function inLanes(marks: readonly Omit<Mark, 'lane'>[]): Mark[] {
  const busyUntil: number[] = [];
  return [...marks]
    .sort((a, b) => a.from - b.from || b.probability - a.probability)
    .map((mark) => {
      const free = busyUntil.findIndex((until) => until <= mark.from + 1e-6);
      const lane = free === -1 ? busyUntil.length : free;
      busyUntil[lane] = mark.to;
      return { ...mark, lane };
    });
}
