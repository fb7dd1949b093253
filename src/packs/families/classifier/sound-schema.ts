import * as v from 'valibot';
import { CalibrationSchema, common, Finite, LabelsSchema } from '../../model-parts';

const LabelNames = v.optional(v.array(v.string()), []);

const SoundLabelsSchema = v.object({
  ...LabelsSchema.entries,
  /** Labels that are no bird, by what they are. With `skipUnknown`, a name outside the taxonomy is another animal. */
  classes: v.object({ human_voice: LabelNames, other_animal: LabelNames, noise: LabelNames, silence: LabelNames }),
});
export type SoundLabels = v.InferOutput<typeof SoundLabelsSchema>;

const Count = v.pipe(v.number(), v.integer(), v.gtValue(0));

const SoundInputSchema = v.object({
  name: v.string(),
  /** Hz that the model was trained at; recordings are resampled to it. */
  sampleRate: v.pipe(v.number(), v.integer(), v.minValue(8000), v.maxValue(96_000)),
  windowSeconds: v.pipe(v.number(), v.gtValue(0), v.maxValue(30)),
  /** Seconds from the start of one window to that of the next. */
  hopSeconds: v.pipe(v.number(), v.gtValue(0), v.maxValue(30)),
  frontEnd: v.variant('kind', [
    /** Samples from -1 to 1: [windows, samples]. */
    v.object({ kind: v.literal('waveform') }),
    /** Magnitudes under a periodic Hann window, frames centred, each window stretched to 0-1: [windows, bins, frames, 1]. */
    v.object({ kind: v.literal('stft-magnitude'), fftSize: Count, hop: Count, frames: Count }),
  ]),
  /** Whether one run may take several windows. */
  batch: v.picklist(['dynamic', 'single']),
});
export type SoundInput = v.InferOutput<typeof SoundInputSchema>;

/** A network that gives a number for each label of a window of sound. */
export const SoundClassifierSchema = v.object({
  role: v.literal('sound'),
  family: v.literal('classifier'),
  input: SoundInputSchema,
  output: v.object({
    name: v.string(),
    /** `sigmoid`: a score 0-1 for each label by itself; `logits`: the same before the sigmoid; `probabilities`: add up to one. */
    kind: v.picklist(['sigmoid', 'logits', 'probabilities']),
  }),
  labels: SoundLabelsSchema,
  calibration: v.object({
    ...CalibrationSchema.entries,
    /** Calibrated logit = logit / temperature + bias, of each label by itself. */
    bias: v.optional(Finite, 0),
  }),
  ...common,
});
export type SoundClassifierModel = v.InferOutput<typeof SoundClassifierSchema>;
