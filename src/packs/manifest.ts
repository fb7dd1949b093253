import * as v from 'valibot';

/** A path inside the pack: relative, forward slashes, no way out. */
const PathSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/, 'a relative path inside the pack'),
);

const LicenceSchema = v.object({
  id: v.string(),
  name: v.string(),
  url: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  nonCommercial: v.boolean(),
  note: v.optional(v.string(), ''),
});
export type Licence = v.InferOutput<typeof LicenceSchema>;

const FileSchema = v.object({
  path: PathSchema,
  bytes: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a sha256 in lower-case hex')),
});
export type PackFile = v.InferOutput<typeof FileSchema>;

const FigureSchema = v.object({
  name: v.string(),
  value: v.number(),
  low: v.optional(v.number()),
  high: v.optional(v.number()),
  n: v.optional(v.number()),
  command: v.string(),
});

const CardSchema = v.object({
  title: v.string(),
  source: v.string(),
  summary: v.string(),
  figures: v.optional(v.array(FigureSchema), []),
});

const Triple = v.tuple([v.number(), v.number(), v.number()]);

const ImageInputSchema = v.object({
  name: v.string(),
  width: v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(2048)),
  height: v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(2048)),
  layout: v.picklist(['nchw', 'nhwc']),
  channels: v.picklist(['rgb', 'bgr']),
  /** value = (x - mean) / std for x in 0-255, channel by channel in the order above. */
  mean: Triple,
  std: Triple,
  fit: v.picklist(['letterbox', 'stretch']),
  pad: v.optional(v.number(), 0),
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

const BarsSchema = v.object({ species: v.number(), genus: v.number(), family: v.number() });

const CalibrationSchema = v.object({
  temperature: v.pipe(v.number(), v.gtValue(0)),
  /** What a calibrated probability must reach at each grain, where the pack was fitted to a stated risk. */
  bars: v.optional(BarsSchema),
  fitted: v.object({
    on: v.string(),
    n: v.number(),
    date: v.pipe(v.string(), v.isoDate()),
    ece: v.nullable(v.number()),
  }),
});

const common = { file: PathSchema, licence: LicenceSchema, card: CardSchema, golden: PathSchema };

const DetectorSchema = v.object({
  role: v.literal('detector'),
  family: v.picklist(['yolox', 'boxes']),
  input: ImageInputSchema,
  output: v.variant('kind', [
    v.object({
      kind: v.literal('yolox-grid'),
      name: v.string(),
      birdClass: v.number(),
      strides: v.array(v.pipe(v.number(), v.integer(), v.gtValue(0))),
    }),
    v.object({ kind: v.literal('boxes'), name: v.string() }),
  ]),
  scoreThreshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  nmsIou: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  ...common,
});
export type DetectorModel = v.InferOutput<typeof DetectorSchema>;

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
export type ImageModel = v.InferOutput<typeof ImageModelSchema>;

const GeoModelSchema = v.object({
  role: v.literal('geo'),
  family: v.literal('place-time'),
  input: v.object({ name: v.string(), time: v.picklist(['week48', 'month12']) }),
  output: v.object({ name: v.string(), kind: v.literal('probabilities') }),
  labels: LabelsSchema,
  batch: v.picklist(['dynamic', 'single']),
  ...common,
});
export type GeoModel = v.InferOutput<typeof GeoModelSchema>;

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
    bias: v.optional(v.number(), 0),
  }),
  ...common,
});
export type SoundModel = v.InferOutput<typeof SoundModelSchema>;

const ModelSchema = v.variant('role', [DetectorSchema, ImageModelSchema, SoundModelSchema, GeoModelSchema]);
export type Model = v.InferOutput<typeof ModelSchema>;
export type Role = Model['role'];

export const ManifestSchema = v.pipe(
  v.object({
    format: v.literal(1),
    name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
    version: v.pipe(v.string(), v.regex(/^[0-9A-Za-z.-]{1,40}$/)),
    title: v.string(),
    summary: v.string(),
    licence: LicenceSchema,
    files: v.array(FileSchema),
    models: v.array(ModelSchema),
  }),
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
  return [model.file, model.golden, ...('labels' in model ? [model.labels.file] : [])];
}

const GoldenInputSchema = v.variant('kind', [
  v.object({
    kind: v.literal('lcg'),
    seed: v.number(),
    hold: v.pipe(v.number(), v.integer(), v.gtValue(0)),
    low: v.number(),
    high: v.number(),
    shape: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.gtValue(0))), v.maxLength(5)),
  }),
  v.object({ kind: v.literal('rows'), rows: v.array(Triple) }),
]);

/** An input made by rule, and what some outputs must be for it on any device that computes correctly. */
export const GoldenSchema = v.pipe(
  v.object({
    input: GoldenInputSchema,
    expect: v.object({ indices: v.array(v.number()), values: v.array(v.number()) }),
    tolerance: v.pipe(v.number(), v.gtValue(0)),
  }),
  v.check(
    ({ expect }) => expect.indices.length === expect.values.length && expect.values.length > 0,
    'as many values as indices',
  ),
);
export type Golden = v.InferOutput<typeof GoldenSchema>;
export type GoldenInput = v.InferOutput<typeof GoldenInputSchema>;
