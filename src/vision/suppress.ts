import { intersectionOverUnion } from '../domain/box';
import type { ScoredBox } from '../domain/box';

/** Keeps the best of boxes that overlap by more than `limit`: one box a bird, best first. */
export function suppressOverlaps(boxes: readonly ScoredBox[], limit: number): ScoredBox[] {
  const kept: ScoredBox[] = [];
  for (const candidate of [...boxes].sort((a, b) => b.score - a.score)) {
    if (kept.every((one) => intersectionOverUnion(one.box, candidate.box) <= limit)) kept.push(candidate);
  }
  return kept;
}
