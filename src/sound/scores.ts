import { clamp, logOdds } from '../domain/numbers';
import type { SoundModel } from '../packs/manifest';
import type { WindowScores } from './protocol';

/** Labels kept of each window. More than a chorus has birds. */
export const KEPT_LABELS = 16;

/** What the model gives, as logits: the sigmoid's inverse where it gives scores. */
export function toLogit(value: number, kind: SoundModel['output']['kind']): number {
  if (kind === 'logits') return value;
  const SMALLEST = 1e-7;
  return logOdds(clamp(value, SMALLEST, 1 - SMALLEST));
}

/** The highest outputs of one window and which labels they belong to, highest first. */
export function likeliestLabels(
  output: Float32Array,
  kind: SoundModel['output']['kind'],
): { labels: Int32Array; logits: Float32Array } {
  const kept: number[] = [];
  let bar = -Infinity;
  for (let label = 0; label < output.length; label++) {
    if (kept.length === KEPT_LABELS && output[label]! <= bar) continue;
    let at = kept.length;
    while (at > 0 && output[kept[at - 1]!]! < output[label]!) at -= 1;
    kept.splice(at, 0, label);
    if (kept.length > KEPT_LABELS) kept.pop();
    bar = output[kept.at(-1)!]!;
  }
  return { labels: Int32Array.from(kept), logits: Float32Array.from(kept, (label) => toLogit(output[label]!, kind)) };
}

/** Windows as one row of numbers, for what keeps a run's scores: of each from, to, how many labels, and each label with its logit. */
export function packScores(windows: readonly WindowScores[]): Float32Array {
  return Float32Array.from(
    windows.flatMap(({ from, to, labels, logits }) => [
      from,
      to,
      labels.length,
      ...Array.from(labels).flatMap((label, i) => [label, logits[i]!]),
    ]),
  );
}

export function unpackScores(row: ArrayLike<number>): WindowScores[] {
  const windows: WindowScores[] = [];
  for (let at = 0; at < row.length;) {
    const [from, to, count] = [row[at]!, row[at + 1]!, row[at + 2]!];
    const pair = (i: number): number => row[at + 3 + i]!;
    windows.push({
      from,
      to,
      labels: Int32Array.from({ length: count }, (_, i) => pair(2 * i)),
      logits: Float32Array.from({ length: count }, (_, i) => pair(2 * i + 1)),
    });
    at += 3 + 2 * count;
  }
  return windows;
}
