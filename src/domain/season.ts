/** Months of the year in which something is there, as stretches: from May to September, from October to March. */

/** A bird counts as away in a month with less than this part of its best month. */
const AWAY = 0.2;

export type Season =
  | { kind: 'never' }
  | { kind: 'all_year' }
  /** Months 1-12; from 10 to 3 goes over the turn of the year. */
  | { kind: 'parts'; parts: readonly { from: number; to: number }[] };

/** When a bird is there, from its chance in each of the twelve months. */
export function seasonOf(chances: readonly number[]): Season {
  const best = Math.max(...chances, 0);
  if (best <= 0) return { kind: 'never' };
  const there = chances.map((chance) => chance >= best * AWAY);
  if (there.every(Boolean)) return { kind: 'all_year' };
  const parts: { from: number; to: number }[] = [];
  const count = there.length;
  for (let month = 0; month < count; month++) {
    if (!there[month] || there[(month + count - 1) % count]) continue;
    let end = month;
    while (there[(end + 1) % count]) end += 1;
    parts.push({ from: month + 1, to: (end % count) + 1 });
  }
  return { kind: 'parts', parts };
}
