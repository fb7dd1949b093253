import type { SoundModel } from '../packs/manifest';

/** Labels kept of each window. More than a chorus has birds. */
export const KEPT_LABELS = 16;

/** What the model gives, as logits: the sigmoid's inverse where it gives scores. */
export function toLogit(value: number, kind: SoundModel['output']['kind']): number {
  if (kind === 'logits') return value;
  const SMALLEST = 1e-7;
  const share = Math.min(1 - SMALLEST, Math.max(SMALLEST, value));
  return Math.log(share / (1 - share));
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
