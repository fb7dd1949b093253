import type { SoundFamily } from '../family';
import type { PerchModel } from './schema';
import { softmax, toPeak } from './window';

export const perch: SoundFamily<PerchModel> = {
  frontEnd:
    ({ input: { peak } }) =>
    (samples) => ({ data: toPeak(samples, peak), shape: [1, samples.length] }),
  scores: softmax,
};
