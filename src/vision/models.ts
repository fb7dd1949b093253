import { clip, type Box } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { packProblem } from '../packs/errors';
import { goldenError, goldenInput } from '../packs/golden';
import type { DetectorModel, GeoModel, Golden, ImageModel, Model } from '../packs/manifest';
import { readFile, readGolden } from '../packs/read';
import { decodeBoxes } from '../tools/detect_bird/boxes';
import { suppressOverlaps } from '../tools/detect_bird/suppress';
import { decodeYolox } from '../tools/detect_bird/yolox';
import { isDead, Network } from './engine';
import type { ImageStore } from './images';
import type { Detections, LoadRequest, LoadResult, ScoredBox, VisionResult } from './protocol';
import { backToImage, tensorShape } from './tensor';

interface Loaded<M extends Model> {
  model: M;
  network: Network;
}

/** Scores below this are noise; kept above it to say how close an empty answer was. */
const FAINTEST_SCORE = 0.05;

/** The models of one pack inside the worker. */
export class VisionModels {
  readonly #loaded = new Map<Model['role'], Loaded<Model>>();

  /** Fetches, verifies and starts a model, and proves on this device that it computes what it should. */
  async load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult> {
    const { base, manifest, role, provider, check } = request;
    const model = manifest.models.find((candidate) => candidate.role === role);
    if (!model) return refuse('role_missing', `The pack "${manifest.title}" has no ${role} model.`);
    const bytes = await readFile(base, manifest, model.file, onBytes);
    if (!bytes.ok) return bytes;
    const golden = check ? await readGolden(base, manifest, model.golden) : null;
    if (golden && !golden.ok) return golden;
    try {
      const network = await Network.load(bytes.value, provider);
      const trial = golden ? await tryGolden(network, model, golden.value) : null;
      if (trial && !(trial.error <= golden!.value.tolerance)) {
        const message = `${model.file} gives wrong numbers on this device (${provider}): off by ${trial.error.toPrecision(2)}.`;
        return refuse('golden_failed', message, model.file);
      }
      this.#loaded.set(role, { model, network });
      return { ok: true, value: { milliseconds: trial?.milliseconds ?? null } };
    } catch (error) {
      if (error instanceof RangeError) return refuse('out_of_memory', `There is not enough memory for ${model.file}.`);
      const why = error instanceof Error ? error.message : String(error);
      return refuse('model_unusable', `${model.file} could not be started (${provider}): ${why}`, model.file);
    }

    function refuse(code: Parameters<typeof packProblem>[0], message: string, file: string | null = null): LoadResult {
      return { ok: false, problem: packProblem(code, message, file) };
    }
  }

  async detect(images: ImageStore, ref: ImageRef, region: Box): Promise<VisionResult<Detections>> {
    const detector = this.#get<DetectorModel>('detector');
    if (!detector) return notLoaded('detector');
    const { model, network } = detector;
    const input = images.tensor(ref, region, model.input);
    if (!input) return gone(ref);
    const output = await network.run(model.input.name, input.data, tensorShape(model.input), model.output.name);
    if (isDead(output)) return dead(model);
    const raw =
      model.output.kind === 'boxes'
        ? decodeBoxes(output, FAINTEST_SCORE)
        : decodeYolox(output, model.input, model.output, FAINTEST_SCORE);
    const boxes = raw.map(({ box, score }) => ({ box: clip(backToImage(box, input.placement), region), score }));
    const inside = boxes.filter((found): found is ScoredBox => found.box !== null);
    const birds = suppressOverlaps(inside, model.nmsIou);
    return {
      ok: true,
      value: {
        birds: birds.filter((bird) => bird.score >= model.scoreThreshold),
        bestBelow: Math.max(0, ...birds.map((bird) => bird.score).filter((score) => score < model.scoreThreshold)),
      },
    };
  }

  async classify(images: ImageStore, ref: ImageRef, region: Box): Promise<VisionResult<Float32Array>> {
    const classifier = this.#get<ImageModel>('image');
    if (!classifier) return notLoaded('image');
    const { model, network } = classifier;
    const input = images.tensor(ref, region, model.input);
    if (!input) return gone(ref);
    const output = await network.run(model.input.name, input.data, tensorShape(model.input), model.output.name);
    return isDead(output) ? dead(model) : { ok: true, value: output };
  }

  async geo(rows: readonly [number, number, number][]): Promise<VisionResult<Float32Array>> {
    const geo = this.#get<GeoModel>('geo');
    if (!geo) return notLoaded('geo');
    const { model, network } = geo;
    const batches = model.batch === 'dynamic' ? [rows] : rows.map((row) => [row]);
    const parts: Float32Array[] = [];
    for (const batch of batches) {
      const data = Float32Array.from(batch.flat());
      parts.push(await network.run(model.input.name, data, [batch.length, 3], model.output.name));
    }
    const output = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      output.set(part, at);
      at += part.length;
    }
    return isDead(output) ? dead(model) : { ok: true, value: output };
  }

  #get<M extends Model>(role: M['role']): Loaded<M> | undefined {
    return this.#loaded.get(role) as Loaded<M> | undefined;
  }
}

async function tryGolden(
  network: Network,
  model: Model,
  golden: Golden,
): Promise<{ error: number; milliseconds: number }> {
  const { data, shape } = goldenInput(golden.input);
  const run = (): Promise<Float32Array> => network.run(model.input.name, data, shape, model.output.name);
  const error = goldenError(golden, await run());
  const start = performance.now();
  await run();
  return { error, milliseconds: performance.now() - start };
}

function notLoaded(role: string): VisionResult<never> {
  return { ok: false, problem: { code: 'model_missing', message: `The ${role} model is not loaded.` } };
}

function gone(ref: ImageRef): VisionResult<never> {
  return { ok: false, problem: { code: 'unknown_image', message: `There is no image ${ref} any more.` } };
}

function dead(model: Model): VisionResult<never> {
  const message = `${model.file} gave no usable numbers for this input.`;
  return { ok: false, problem: { code: 'model_output_invalid', message } };
}
