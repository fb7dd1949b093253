import * as v from 'valibot';
import { DIALECT_NAMES, STYLES } from '../agent/dialects/dialect';
import { CardSchema, LicenceSchema } from '../packs/model-parts';
import { FileSchema, PathSchema } from '../packs/pack-file';

/** web-llm on WebGPU; transformers.js on wasm; transformers.js on WebGPU, for a model that sees and is too large for wasm. */
export type Engine = 'webllm' | 'wasm' | 'webgpu';

const Paths = v.pipe(v.array(PathSchema), v.minLength(1));

const MEDIA = ['photo', 'sound'] as const;

const PolicyModelSchema = v.object({
  role: v.literal('policy'),
  family: v.string(),
  /** The dialect it was trained on. */
  dialect: v.picklist(DIALECT_NAMES),
  style: v.picklist(STYLES),
  contextTokens: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  /** What it was trained to decide about; the blueprint decides about the rest. A general model decides about everything. */
  media: v.optional(v.array(v.picklist(MEDIA)), [...MEDIA]),
  /** For web-llm: the compiled library (f16 where the graphics card has it), and weights and tokenizer for both. */
  webllm: v.optional(
    v.object({ config: PathSchema, library: v.object({ f32: PathSchema, f16: v.optional(PathSchema) }), files: Paths }),
  ),
  /** For transformers.js: the network and the files that its loader asks for beside it. */
  onnx: v.optional(v.object({ file: PathSchema, dtype: v.string(), files: Paths })),
  /** For one that looks at the photo: the longest side, in pixels, that it is shown. */
  sight: v.optional(v.object({ side: v.pipe(v.number(), v.integer(), v.minValue(32)) })),
  golden: PathSchema,
  licence: LicenceSchema,
  card: CardSchema,
});
export type PolicyModel = v.InferOutput<typeof PolicyModelSchema>;

/** The manifest of a pack that holds a language model, and nothing that sees or hears. */
export const PolicyManifestSchema = v.pipe(
  v.object({
    format: v.literal(1),
    name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
    version: v.string(),
    title: v.string(),
    summary: v.string(),
    licence: LicenceSchema,
    files: v.array(FileSchema),
    models: v.tuple([PolicyModelSchema]),
  }),
  v.check(({ files, models: [model] }) => {
    const listed = new Set(files.map((file) => file.path));
    return filesOf(model).every((path) => listed.has(path));
  }, 'every file that the model names is listed under files'),
);
export type PolicyManifest = v.InferOutput<typeof PolicyManifestSchema>;

function filesOf({ webllm, onnx, golden }: PolicyModel): string[] {
  const compiled = webllm ? [webllm.config, webllm.library.f32, webllm.library.f16 ?? [], webllm.files].flat() : [];
  return [golden, ...compiled, ...(onnx ? [onnx.file, ...onnx.files] : [])];
}

/** What an engine has to have before it can start. */
export function filesFor(model: PolicyModel, engine: Engine, halfPrecision: boolean): string[] | null {
  if (engine !== 'webllm') return model.onnx ? [model.onnx.file, ...model.onnx.files] : null;
  if (!model.webllm) return null;
  return [model.webllm.config, libraryOf(model.webllm, halfPrecision), ...model.webllm.files];
}

/** What is fetched before an engine can start, in bytes; null where the pack has nothing for it. */
export function downloadBytes(
  { files, models: [model] }: PolicyManifest,
  engine: Engine,
  halfPrecision: boolean,
): number | null {
  const wanted = filesFor(model, engine, halfPrecision);
  if (!wanted) return null;
  return files.filter(({ path }) => wanted.includes(path)).reduce((sum, { bytes }) => sum + bytes, 0);
}

export function libraryOf({ library }: NonNullable<PolicyModel['webllm']>, halfPrecision: boolean): string {
  return halfPrecision ? (library.f16 ?? library.f32) : library.f32;
}
