import * as v from 'valibot';
import { SoundRefSchema, StretchSchema } from '../observation';
import { defineSchema } from './schema';

export const AUDIO_REASONS = [
  'too_short',
  'silent',
  'quiet',
  'clipped',
  'noisy',
  'mostly_silence',
  'hum',
  'wind',
  'human_voice',
] as const;
export type AudioReason = (typeof AUDIO_REASONS)[number];

export const audioQuality = defineSchema({
  name: 'audio_quality',
  title: 'Check the recording',
  description:
    'Measures level, clipping, noise, silence, hum, wind and human voice of a recording, and finds what is worth classifying.',
  args: v.strictObject({
    sound: v.pipe(SoundRefSchema, v.description('The recording to measure.')),
    stretch: v.optional(v.pipe(StretchSchema, v.description('The part to measure, in seconds; all without it.'))),
  }),
  payload: v.object({
    grade: v.picklist(['pass', 'marginal', 'fail']),
    reasons: v.array(v.picklist(AUDIO_REASONS)),
    /** Of what was measured. */
    seconds: v.number(),
    /** Root mean square over all channels, in dB below full scale: 0 is the loudest there is. */
    levelDb: v.number(),
    peakDb: v.number(),
    /** Share of samples, 0-1, that lie in runs at full scale. */
    clipping: v.number(),
    /** Loudest calls over the background in the band where birds sing, in dB. */
    snrDb: v.number(),
    /** Share of the time, 0-1, in which nothing stands out of the background. */
    silence: v.number(),
    /** The mains, where it stands out of its surroundings. */
    hum: v.nullable(v.object({ hertz: v.picklist([50, 60]), db: v.number() })),
    /** Share of the time, 0-1, in which low rumble drowns what is above it. */
    wind: v.number(),
    /** Where people are heard: marked, and not kept by default. */
    voice: v.array(v.object({ ...StretchSchema.entries, probability: v.number() })),
    /** Who found the voices: the sound model's own class, or a measure of the signal where the pack has no such class. */
    voiceBy: v.picklist(['model', 'signal']),
    /** What is worth classifying, in order, never overlapping; few and long rather than many and short. */
    stretches: v.array(StretchSchema),
  }),
});
