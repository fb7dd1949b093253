import * as v from 'valibot';
import { BioclipSchema } from './families/bioclip/schema';
import { BoxesSchema } from './families/boxes/schema';
import { ImageClassifierSchema } from './families/classifier/image-schema';
import { SoundClassifierSchema } from './families/classifier/sound-schema';
import { GroundingDinoSchema } from './families/grounding-dino/schema';
import { PerchSchema } from './families/perch/schema';
import { PlaceTimeSchema } from './families/place-time/schema';
import { SinrSchema } from './families/sinr/schema';
import { Finite, LicenceSchema, Line, Paragraph, Triple } from './model-parts';
import { FileSchema } from './pack-file';

const MOST_FILES = 500;

/** A model's family names the adapter that runs it, among those that the app has: a pack brings data, never code. */
const ModelSchema = v.variant('role', [
  v.variant('family', [BoxesSchema, GroundingDinoSchema]),
  v.variant('family', [ImageClassifierSchema, BioclipSchema]),
  v.variant('family', [SoundClassifierSchema, PerchSchema]),
  v.variant('family', [PlaceTimeSchema, SinrSchema]),
]);
export type Model = v.InferOutput<typeof ModelSchema>;
export type Role = Model['role'];
export type DetectorModel = Extract<Model, { role: 'detector' }>;
export type ImageModel = Extract<Model, { role: 'image' }>;
export type SoundModel = Extract<Model, { role: 'sound' }>;
export type GeoModel = Extract<Model, { role: 'geo' }>;

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

/** Most numbers in a golden input: sixteen times the largest photo that a model takes here. */
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
