import { Spectrogram, stretchToUnit } from '../../../media/sound/spectrogram';
import type { ImageFamily, SoundFamily } from '../family';
import type { ImageClassifierModel } from './image-schema';
import type { SoundClassifierModel } from './sound-schema';

/** The network's numbers are those of the labels. */
export const imageClassifier: ImageFamily<ImageClassifierModel> = {
  open: () => Promise.resolve({ ok: true, value: (output) => output }),
};

export const soundClassifier: SoundFamily<SoundClassifierModel> = {
  frontEnd({ input: { frontEnd } }) {
    if (frontEnd.kind === 'waveform') return (samples) => ({ data: samples, shape: [1, samples.length] });
    const spectrogram = new Spectrogram(frontEnd);
    const shape = [1, spectrogram.bins, spectrogram.frames, 1];
    return (samples) => ({ data: stretchToUnit(spectrogram.magnitudes(samples)), shape });
  },
  scores: (output) => output,
};
