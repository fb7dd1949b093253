import * as v from 'valibot';
import { bioclipEntries } from '../adapters/bioclip/schema';
import { groundingDinoInput, groundingDinoOutput } from '../adapters/grounding-dino/schema';
import { perchEntries } from '../adapters/perch/schema';
import { sinrEntries } from '../adapters/sinr/schema';
import { CAUTIONS } from '../domain/verdict';
import { AddressSchema, FileSchema, PathSchema } from './pack-file';

/** Words for the screen: long enough for any licence note, too short to fill a device. */
const Line = v.pipe(v.string(), v.maxLength(300));
const Paragraph = v.pipe(v.string(), v.maxLength(4000));

export const LicenceSchema = v.object({
  id: Line,
  name: Line,
  url: AddressSchema,
  nonCommercial: v.boolean(),
  note: v.optional(Paragraph, ''),
});
export type Licence = v.InferOutput<typeof LicenceSchema>;

const MOST_FILES = 500;

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
const Finite = v.pipe(v.number(), v.finite());
const Triple = v.tuple([Finite, Finite, Finite]);

const ImageInputSchema = v.object({
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
  /** What Pillow calls BILINEAR and BICUBIC. */
  filter: v.optional(v.picklist(['triangle', 'cubic']), 'triangle'),
});
export type ImageInput = v.InferOutput<typeof ImageInputSchema>;

const LabelsSchema = v.object({
  file: PathSchema,
  format: v.picklist(['scientific', 'scientific (common)', 'scientific_common', 'tsv-scientific-in-column-2']),
  /** Labels that mean "no bird". */
  none: v.optional(v.array(v.string()), []),
  /** Labels of other animals, which are left out; without this a label outside the taxonomy refuses the pack. */
  skipUnknown: v.optional(v.boolean(), false),
});
export type Labels = v.InferOutput<typeof LabelsSchema>;

const LabelNames = v.optional(v.array(v.string()), []);

const SoundLabelsSchema = v.object({
  ...LabelsSchema.entries,
  /** Labels that are no bird, by what they are. With `skipUnknown`, a name outside the taxonomy is another animal. */
  classes: v.object({ human_voice: LabelNames, other_animal: LabelNames, noise: LabelNames, silence: LabelNames }),
});
export type SoundLabels = v.InferOutput<typeof SoundLabelsSchema>;

export const BarsSchema = v.object({ species: Finite, genus: Finite, family: Finite });

const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const CalibrationSchema = v.object({
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

const common = {
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

const DetectorSchema = v.object({
  role: v.literal('detector'),
  family: v.picklist(['yolox', 'boxes']),
  input: ImageInputSchema,
  output: v.variant('kind', [
    v.object({
      kind: v.literal('yolox-grid'),
      name: v.string(),
      birdClass: v.pipe(v.number(), v.integer(), v.minValue(0)),
      strides: v.array(v.pipe(v.number(), v.integer(), v.gtValue(0))),
    }),
    v.object({ kind: v.literal('boxes'), name: v.string() }),
  ]),
  scoreThreshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  nmsIou: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  ...common,
});

const GroundingDinoSchema = v.object({
  role: v.literal('detector'),
  family: v.literal('grounding-dino'),
  input: v.object({ ...ImageInputSchema.entries, ...groundingDinoInput }),
  output: groundingDinoOutput,
  scoreThreshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  nmsIou: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  ...common,
});
export type GroundingDinoModel = v.InferOutput<typeof GroundingDinoSchema>;
export type DetectorModel = v.InferOutput<typeof DetectorSchema> | GroundingDinoModel;

const ImageModelSchema = v.object({
  role: v.literal('image'),
  family: v.literal('classifier'),
  input: ImageInputSchema,
  output: v.object({ name: v.string(), kind: v.picklist(['probabilities', 'logits']) }),
  labels: LabelsSchema,
  /** Share of the longer side of the bird's box that is added on each side before squaring. */
  cropMargin: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  calibration: CalibrationSchema,
  ...common,
});

const BioclipSchema = v.object({
  ...ImageModelSchema.entries,
  family: v.literal('bioclip'),
  ...bioclipEntries,
  /** Half-precision embeddings, a row a label. */
  table: PathSchema,
});
export type BioclipModel = v.InferOutput<typeof BioclipSchema>;
export type ImageModel = v.InferOutput<typeof ImageModelSchema> | BioclipModel;

const GeoModelSchema = v.object({
  role: v.literal('geo'),
  family: v.literal('place-time'),
  input: v.object({ name: v.string(), time: v.picklist(['week48', 'month12']) }),
  output: v.object({ name: v.string(), kind: v.literal('probabilities') }),
  labels: LabelsSchema,
  batch: v.picklist(['dynamic', 'single']),
  ...common,
});

const SinrSchema = v.object({ ...GeoModelSchema.entries, family: v.literal('sinr'), ...sinrEntries });
export type GeoModel = v.InferOutput<typeof GeoModelSchema> | v.InferOutput<typeof SinrSchema>;

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

const SoundModelSchema = v.object({
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

const PerchSchema = v.object({ ...SoundModelSchema.entries, family: v.literal('perch'), ...perchEntries });
export type SoundModel = v.InferOutput<typeof SoundModelSchema> | v.InferOutput<typeof PerchSchema>;

/** A model's family names the adapter that runs it, among those that the app has: a pack brings data, never code. */
const ModelSchema = v.variant('role', [
  v.variant('family', [DetectorSchema, GroundingDinoSchema]),
  v.variant('family', [ImageModelSchema, BioclipSchema]),
  v.variant('family', [SoundModelSchema, PerchSchema]),
  v.variant('family', [GeoModelSchema, SinrSchema]),
]);
export type Model = v.InferOutput<typeof ModelSchema>;
export type Role = Model['role'];

export const ManifestSchema = v.pipe(
  v.object({
    format: v.literal(1),
    name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
    version: v.pipe(v.string(), v.regex(/^[0-9A-Za-z.-]{1,40}$/)),
    title: Line,
    summary: Paragraph,
    licence: LicenceSchema,
    files: v.pipe(v.array(FileSchema), v.maxLength(MOST_FILES)),
    models: v.array(ModelSchema),
  }),
  // Some file systems take two names that differ only in case for one.
  v.check(
    ({ files }) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length,
    'every path stands under files once',
  ),
  v.check((manifest) => {
    const listed = new Set(manifest.files.map((file) => file.path));
    return manifest.models.every((model) => namedFiles(model).every((path) => listed.has(path)));
  }, 'every file that a model names is listed under files'),
  v.check(
    (manifest) => new Set(manifest.models.map((model) => model.role)).size === manifest.models.length,
    'at most one model a role',
  ),
);
export type Manifest = v.InferOutput<typeof ManifestSchema>;

function namedFiles(model: Model): string[] {
  const { file, weights, golden } = model;
  const others = [
    weights,
    'table' in model ? model.table : undefined,
    'labels' in model ? model.labels.file : undefined,
  ];
  return [file, golden, ...others.filter((path) => path !== undefined)];
}

/** Numbers in a golden input: sixteen times the largest photo a model takes here. */
const LARGEST_INPUT = 2 ** 26;

const GoldenInputSchema = v.variant('kind', [
  v.object({
    kind: v.literal('lcg'),
    seed: Finite,
    hold: v.pipe(v.number(), v.integer(), v.gtValue(0)),
    low: Finite,
    high: Finite,
    shape: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.gtValue(0))),
      v.maxLength(5),
      v.check((shape) => shape.reduce((product, side) => product * side, 1) <= LARGEST_INPUT, 'a tensor that fits'),
    ),
  }),
  v.object({ kind: v.literal('rows'), rows: v.array(Triple) }),
]);

/** An input made by rule, and what some outputs must be for it on any device that computes correctly. */
export const GoldenSchema = v.pipe(
  v.object({
    input: GoldenInputSchema,
    /** What goes in beside it, where a model has a second input. */
    also: v.optional(
      v.pipe(
        v.array(v.object({ name: v.string(), values: v.pipe(v.array(Finite), v.minLength(1), v.maxLength(16)) })),
        v.maxLength(4),
      ),
      [],
    ),
    expect: v.object({ indices: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), values: v.array(Finite) }),
    tolerance: v.pipe(Finite, v.gtValue(0)),
  }),
  v.check(
    ({ expect }) => expect.indices.length === expect.values.length && expect.values.length > 0,
    'as many values as indices',
  ),
);
export type Golden = v.InferOutput<typeof GoldenSchema>;
export type GoldenInput = v.InferOutput<typeof GoldenInputSchema>;
