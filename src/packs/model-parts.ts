import * as v from 'valibot';
import { TERMS } from '../domain/judgement/term';
import { AddressSchema, PathSchema } from './pack-file';

/** What the schemas of all model families are put together from; each family's own lies with its adapter. */

/** Words for the screen: long enough for any licence note, too short to fill a device. */
export const Line = v.pipe(v.string(), v.maxLength(300));
export const Paragraph = v.pipe(v.string(), v.maxLength(4000));

export const LicenceSchema = v.object({
  id: Line,
  name: Line,
  url: AddressSchema,
  nonCommercial: v.boolean(),
  note: v.optional(Paragraph, ''),
});
export type Licence = v.InferOutput<typeof LicenceSchema>;

const FigureSchema = v.object({
  name: v.string(),
  value: v.number(),
  low: v.optional(v.number()),
  high: v.optional(v.number()),
  n: v.optional(v.number()),
  command: v.string(),
});

export const CardSchema = v.object({
  title: v.string(),
  source: v.string(),
  summary: v.string(),
  figures: v.optional(v.array(FigureSchema), []),
});

/** JSON has no infinity, but 1e999 is read as one. */
export const Finite = v.pipe(v.number(), v.finite());
export const Triple = v.tuple([Finite, Finite, Finite]);

export const ImageInputSchema = v.object({
  name: v.string(),
  width: v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(2048)),
  height: v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(2048)),
  layout: v.picklist(['nchw', 'nhwc']),
  channels: v.picklist(['rgb', 'bgr']),
  /** value = (x - mean) / std for x in 0-255, channel by channel in the order above. */
  mean: Triple,
  std: Triple,
  /** `cover`: the shorter side fills the input, the rest is cut off evenly. */
  fit: v.picklist(['letterbox', 'stretch', 'cover']),
  /** What fills the input beside the picture: a level of 0-255, or the mean, which is zero after normalising. */
  pad: v.optional(v.union([Finite, v.literal('mean')]), 0),
  /** Where the network also takes less than its whole input: padding is left off in steps, except for the pixels to keep. */
  trim: v.optional(
    v.object({
      step: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2048)),
      keep: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2048)),
    }),
  ),
  /** What Pillow calls BILINEAR and BICUBIC. */
  filter: v.optional(v.picklist(['triangle', 'cubic']), 'triangle'),
});
export type ImageInput = v.InferOutput<typeof ImageInputSchema>;

export const LabelsSchema = v.object({
  file: PathSchema,
  format: v.picklist(['scientific', 'scientific (common)', 'scientific_common', 'tsv-scientific-in-column-2']),
  /** Labels that mean "no bird". */
  none: v.optional(v.array(v.string()), []),
  /** Labels of other animals, which are left out; without this a label outside the taxonomy refuses the pack. */
  skipUnknown: v.optional(v.boolean(), false),
  /** How many of the species were learnt from photos or recordings of them; all, where it is not said. */
  fromExamples: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type Labels = v.InferOutput<typeof LabelsSchema>;

export const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const perGrain = <T extends v.GenericSchema>(schema: T) => v.object({ species: schema, genus: schema, family: schema });
const WeightSchema = v.pipe(Finite, v.minValue(0), v.maxValue(100));
const WeightsSchema = v.object({
  bars: perGrain(Part),
  grains: perGrain(
    v.object({
      bias: Finite,
      // Facts that this version of the app does not know are left out; a fact without weights says nothing.
      terms: v.partial(
        v.object(
          v.entriesFromList(TERMS, v.object({ steps: v.pipe(v.array(WeightSchema), v.readonly()), usual: Finite })),
        ),
      ),
    }),
  ),
});
const JudgementSchema = v.object({ placed: WeightsSchema, unplaced: WeightsSchema });

export const CalibrationSchema = v.object({
  temperature: v.pipe(Finite, v.gtValue(0)),
  /** What the facts of a ledger are worth, as fitted to a stated risk with this model; the app has one for models without. */
  judgement: v.optional(JudgementSchema),
  fitted: v.object({
    on: v.string(),
    n: v.number(),
    date: v.pipe(v.string(), v.isoDate()),
    ece: v.nullable(v.number()),
  }),
  /** The risk that the judgement was fitted to, and what came of it on data that its weights did not see. */
  risk: v.optional(
    v.object({
      most: Part,
      wrong: v.pipe(v.number(), v.integer(), v.minValue(0)),
      n: v.pipe(v.number(), v.integer(), v.gtValue(0)),
      /** One-sided 95 % bound of the share of wrong species. */
      upper: Part,
      on: v.string(),
      date: v.pipe(v.string(), v.isoDate()),
    }),
  ),
});
export type Calibration = v.InferOutput<typeof CalibrationSchema>;

/** What every model has. */
export const common = {
  file: PathSchema,
  /**
   * A file that holds the weights, where they do not lie in the model file itself: ONNX external data. The graph names it
   * by the last part of this path. So a network can be a small graph of ours around weights at somebody else's address.
   */
  weights: v.optional(PathSchema),
  licence: LicenceSchema,
  card: CardSchema,
  golden: PathSchema,
};
