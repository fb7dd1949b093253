import { bootstrap, type Difference } from './bootstrap';
import type { Report, ReportItem } from './report';
import { BADNESS, badnessOf } from './worst-first';

export interface ItemChange {
  id: string;
  before: ReportItem;
  after: ReportItem;
  /** Better, worse, or a different answer of equal value. */
  verdict: 'better' | 'worse' | 'other';
}

/** What changed between two runs of the same items. */
export interface RunComparison {
  shared: number;
  onlyBefore: string[];
  onlyAfter: string[];
  /** Settings that are not the same. */
  settings: { name: string; before: string; after: string }[];
  /** After minus before, on the items that both have. */
  difference: { solve: Difference; overclaim: Difference; reward: Difference };
  changes: ItemChange[];
}

export function compareRuns(before: Report, after: Report): RunComparison {
  const earlier = new Map(before.items.map((item) => [item.id, item]));
  const later = new Set(after.items.map(({ id }) => id));
  const pairs = after.items.flatMap((item) => {
    const old = earlier.get(item.id);
    return old ? [{ before: old, after: item }] : [];
  });
  const difference = (measure: (item: ReportItem) => number): Difference =>
    bootstrap(pairs, (sample) =>
      sample.reduce((sum, pair) => sum + (measure(pair.after) - measure(pair.before)) / sample.length, 0),
    );
  const names = Object.keys(after.settings) as (keyof Report['settings'])[];
  return {
    shared: pairs.length,
    onlyBefore: before.items.flatMap(({ id }) => (later.has(id) ? [] : [id])),
    onlyAfter: after.items.flatMap(({ id }) => (earlier.has(id) ? [] : [id])),
    settings: names.flatMap((name) => {
      const [old, now] = [JSON.stringify(before.settings[name]), JSON.stringify(after.settings[name])];
      return old === now ? [] : [{ name, before: old, after: now }];
    }),
    difference: {
      solve: difference(({ solved }) => (solved ? 1 : 0)),
      overclaim: difference(({ overclaim }) => (overclaim ? 1 : 0)),
      reward: difference(({ reward }) => reward),
    },
    changes: pairs.flatMap((pair) => {
      const same = pair.before.named?.id === pair.after.named?.id && pair.before.solved === pair.after.solved;
      if (same) return [];
      const step = rank(pair.after) - rank(pair.before);
      return [{ id: pair.after.id, ...pair, verdict: step > 0 ? 'better' : step < 0 ? 'worse' : 'other' }];
    }),
  };
}

function rank(item: ReportItem): number {
  return BADNESS.indexOf(badnessOf(item));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The comparison as text for a terminal: what got worse first. */
export function describeComparison(comparison: RunComparison): string {
  const { shared, settings, changes, onlyBefore, onlyAfter } = comparison;
  const name = ({ grain, named }: ReportItem): string => (named ? `${named.scientificName} (${grain})` : 'not enough');
  const line = ({ id, before, after }: ItemChange): string =>
    `  ${id}: ${name(before)} -> ${name(after)}, truth ${after.truth?.scientificName ?? 'no bird'}`;
  const block = (title: string, verdict: ItemChange['verdict']): string[] => {
    const of = changes.filter((change) => change.verdict === verdict);
    return of.length === 0 ? [] : [`${title} (${of.length})`, ...of.map(line)];
  };
  const figure = (title: string, { value, low, high }: Difference): string =>
    `  ${title.padEnd(10)} ${percent(value)} (${percent(low)} to ${percent(high)})`;
  const { solve, overclaim, reward } = comparison.difference;
  return [
    `${shared} items in both; ${onlyBefore.length} only before, ${onlyAfter.length} only after`,
    ...settings.map((one) => `  ${one.name}: ${one.before} -> ${one.after}`),
    'after minus before, 95 % paired bootstrap',
    figure('solve', solve),
    figure('overclaim', overclaim),
    `  ${'reward'.padEnd(10)} ${reward.value.toFixed(3)} (${reward.low.toFixed(3)} to ${reward.high.toFixed(3)})`,
    ...block('worse', 'worse'),
    ...block('better', 'better'),
    ...block('another answer', 'other'),
  ].join('\n');
}
