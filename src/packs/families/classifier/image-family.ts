import type { ImageFamily } from '../family';
import type { ImageClassifierModel } from './image-schema';

/** The network's numbers are those of the labels. */
export const imageClassifier: ImageFamily<ImageClassifierModel> = {
  open: () => Promise.resolve({ ok: true, value: (output) => output }),
};
