import { locale } from '../words/language.svelte';
import type { Row } from './digest';

/** A choice of a filter, and how many observations it has. */
export interface Choice {
  value: string;
  text: string;
  count: number;
}

/** By name. */
export function choices(
  rows: readonly Row[],
  of: (row: Row) => string | null,
  nameOf: (value: string) => string,
): Choice[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = of(row);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const order = new Intl.Collator(locale());
  return [...counts]
    .map(([value, count]) => ({ value, text: nameOf(value), count }))
    .sort((a, b) => order.compare(a.text, b.text));
}
