import type { LabelTaxon } from '../../src/packs/labels';
import type { TaxonId } from '../../src/domain/taxonomy';
import { calibrate } from '../../src/vision/probabilities';
import type { RunRecord } from '../record';

/**
 * The temperature under which the truth of the first looks is likeliest, over species that the labels hold. Golden-section
 * search on its logarithm: the likelihood has one peak.
 */
export function fitTemperature(
  photos: readonly { record: RunRecord; truth: TaxonId | null }[],
  { labels, kind }: { labels: readonly LabelTaxon[]; kind: 'probabilities' | 'logits' },
): number {
  const looks = photos.flatMap(({ record, truth: species }) => {
    const truth = [...labels.keys()].filter((label) => labels[label] === species);
    const [first] = record.scores.filter(({ tool }) => tool === 'classify_image');
    return first && truth.length > 0 ? [{ truth, raw: Float32Array.from(first.values) }] : [];
  });
  const loss = (log: number): number =>
    looks.reduce((sum, { truth, raw }) => {
      const probabilities = calibrate(raw, kind, Math.exp(log));
      const right = truth.reduce((total, label) => total + probabilities[label]!, 0);
      return sum - Math.log(Math.max(right, 1e-12));
    }, 0);
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(0.1), Math.log(10)];
  for (let step = 0; step < 40; step++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (loss(left) < loss(right)) high = right;
    else low = left;
  }
  return looks.length === 0 ? 1 : Number(Math.exp((low + high) / 2).toFixed(3));
}
