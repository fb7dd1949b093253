import { toMono, type AudioSource } from '../media/sound/source';
import type { SampleSource } from './painter';

/** A recording as the painter reads it: one channel, any stretch, gaps in a damaged file as silence. */
export function sampleSource(audio: AudioSource): SampleSource {
  const { seconds, sampleRate } = audio;
  return {
    seconds,
    sampleRate,
    read: async (from, to) => {
      const samples = new Float32Array(Math.max(0, Math.round((Math.min(to, seconds) - from) * sampleRate)));
      for await (const { at, channels } of audio.pieces(from, to)) {
        const mono = toMono(channels);
        const start = Math.round((at - from) * sampleRate);
        if (start < samples.length) samples.set(mono.subarray(0, samples.length - start), Math.max(0, start));
      }
      return samples;
    },
  };
}
