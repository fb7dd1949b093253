import type { SoundFamily } from '../family';
import type { PerchModel } from './schema';

/** A window without its mean, at the given peak; a silent one stays silent. */
export function toPeak(samples: Float32Array, peak: number): Float32Array {
  let sum = 0;
  for (const sample of samples) sum += sample;
  const mean = sum / samples.length;
  let highest = 0;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample - mean));
  const factor = highest > 0 ? peak / highest : 0;
  return samples.map((sample) => (sample - mean) * factor);
}

/** The labels exclude one another as Perch was trained: what one has, the others lack. */
export function softmax(logits: Float32Array): Float32Array {
  const highest = logits.reduce((best, value) => Math.max(best, value), -Infinity);
  const weights = logits.map((value) => Math.exp(value - highest));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return weights.map((value) => value / total);
}

export const perch: SoundFamily<PerchModel> = {
  frontEnd:
    ({ input: { peak } }) =>
    (samples) => ({ data: toPeak(samples, peak), shape: [1, samples.length] }),
  scores: softmax,
};
