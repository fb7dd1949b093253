import type { Stretch } from './observation';

/** Sorted, with everything that overlaps or lies closer than `gap` seconds made one. */
export function mergeStretches(stretches: readonly Stretch[], gap = 0): Stretch[] {
  const merged: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** At most `count` stretches: the smallest gaps between them are closed first. */
export function fewerStretches(stretches: readonly Stretch[], count: number): Stretch[] {
  const kept = mergeStretches(stretches);
  while (kept.length > count) {
    let closest = 1;
    for (let i = 2; i < kept.length; i++) {
      if (kept[i]!.from - kept[i - 1]!.to < kept[closest]!.from - kept[closest - 1]!.to) closest = i;
    }
    kept[closest - 1]!.to = kept[closest]!.to;
    kept.splice(closest, 1);
  }
  return kept;
}

export function clipStretch({ from, to }: Stretch, bounds: Stretch): Stretch | null {
  const clipped = { from: Math.max(from, bounds.from), to: Math.min(to, bounds.to) };
  return clipped.to > clipped.from ? clipped : null;
}

export function totalSeconds(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}
