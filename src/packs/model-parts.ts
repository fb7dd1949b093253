import * as v from 'valibot';
import { CAUTIONS } from '../domain/verdict';
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
  /** Where the network takes less than its whole input too: padding is left off in steps, but for the pixels to keep. */
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
});
export type Labels = v.InferOutput<typeof LabelsSchema>;

export const BarsSchema = v.object({ species: Finite, genus: Finite, family: Finite });

export const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const CalibrationSchema = v.object({
  temperature: v.pipe(Finite, v.gtValue(0)),
  /** What a calibrated probability must reach at each grain, where the pack was fitted to a stated risk. */
  bars: v.optional(BarsSchema),
  /** How much of the room to 1 a species loses to each caution, where that was fitted with the bars. */
  raise: v.optional(v.record(v.picklist(CAUTIONS), Part)),
  /** What the pictures alone must give a species, fitted with places that are wrong. */
  visualFloor: v.optional(Part),
  /** How much of what was seen a place may rule out before no species is named, fitted with places that are wrong. */
  contradiction: v.optional(Part),
  fitted: v.object({
    on: v.string(),
    n: v.number(),
    date: v.pipe(v.string(), v.isoDate()),
    ece: v.nullable(v.number()),
  }),
  /** The risk that the bars were fitted to, and what came of it on data that the fit did not see. */
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
