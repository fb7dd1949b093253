import type { ReportItem } from './report';

/** How bad an answer is, so that the worst come first: 0 is a wrong species, the surer the worse. */
export const BADNESS = [
  'wrong_species',
  'wrong_coarser',
  'failed',
  'no_answer',
  'right_coarser',
  'right_species',
  'rightly_nothing',
] as const;
export type Badness = (typeof BADNESS)[number];

export function badnessOf(item: ReportItem): Badness {
  if (item.overclaim) return 'wrong_species';
  if (item.failed) return 'failed';
  if (item.grain === 'abstain') return item.truth === null ? 'rightly_nothing' : 'no_answer';
  if (!item.solved) return 'wrong_coarser';
  return item.grain === 'species' ? 'right_species' : 'right_coarser';
}

export function worstFirst(items: readonly ReportItem[]): ReportItem[] {
  const rank = (item: ReportItem): number => BADNESS.indexOf(badnessOf(item));
  const sure = (item: ReportItem): number => item.probability ?? 0;
  return [...items].sort((a, b) => rank(a) - rank(b) || sure(b) - sure(a) || a.id.localeCompare(b.id));
}
