import { clip, type Box, type ScoredBox } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { isUnusable } from '../runtime/unusable-output';
import { loadModel, type ReadyModel } from '../runtime/load-model';
import type { LoadRequest, LoadResult, WorkResult } from '../runtime/protocol';
import { detectorFamily } from '../packs/families/detectors';
import type { LabelScores } from '../packs/families/family';
import { imageFamily } from '../packs/families/images';
import { backToImage } from '../packs/families/placement';
import { placeFamily } from '../packs/families/places';
import type { DetectorModel, GeoModel, ImageModel, Model } from '../packs/manifest';
import { suppressOverlaps } from './suppress';
import type { ImageStore } from './images';
import { readFile } from '../packs/read';
import type { Detections } from './protocol';

/**
 * Scores below this are noise. Above it, the best box of a photo without a clear bird is one about as often as the whole
 * photo is (docs/decisions/0030-looking-again.md).
 */
const FAINTEST_SCORE = 0.05;
/** More would only add places without a bird. */
const MOST_FAINT = 5;

/** The models of one pack inside the worker. */
export class VisionModels {
  readonly #loaded = new Map<Model['role'], ReadyModel>();
  #labelScores: LabelScores | null = null;

  async load(request: LoadRequest, onBytes: (done: number, total: number) => void): Promise<LoadResult> {
    const loaded = await loadModel(request, onBytes);
    if (!loaded.ok) return loaded;
    const { model } = loaded.value;
    if (model.role === 'image') {
      const opened = await imageFamily(model).open(model, (path) => readFile(request.base, request.manifest, path));
      if (!opened.ok) return opened;
      this.#labelScores = opened.value;
    }
    this.#loaded.set(request.role, loaded.value);
    return { ok: true, value: { milliseconds: loaded.value.milliseconds } };
  }

  async detect(images: ImageStore, ref: ImageRef, region: Box): Promise<WorkResult<Detections>> {
    const detector = this.#get<DetectorModel>('detector');
    if (!detector) return notLoaded('detector');
    const { model, network } = detector;
    const view = images.viewFor(ref, region, model.input);
    if (!view) return gone(ref);
    const { placement } = view;
    const family = detectorFamily(model);
    const beside = family.beside(model, placement);
    const numbers = await network.run(model.input.name, view.numbers, view.shape, model.output.name, beside);
    if (isUnusable(numbers)) return dead(model);
    const boxes = family.decode(numbers, model, view, FAINTEST_SCORE).map(({ box, score }) => ({
      box: clip(backToImage(box, placement), region),
      score,
    }));
    const inside = boxes.filter((found): found is ScoredBox => found.box !== null);
    const birds = suppressOverlaps(inside, model.nmsIou);
    return {
      ok: true,
      value: {
        birds: birds.filter((bird) => bird.score >= model.scoreThreshold),
        faint: birds.filter((bird) => bird.score < model.scoreThreshold).slice(0, MOST_FAINT),
      },
    };
  }

  async classify(images: ImageStore, ref: ImageRef, region: Box): Promise<WorkResult<Float32Array>> {
    const classifier = this.#get<ImageModel>('image');
    if (!classifier) return notLoaded('image');
    const { model, network } = classifier;
    const view = images.viewFor(ref, region, model.input);
    if (!view) return gone(ref);
    const output = await network.run(model.input.name, view.numbers, view.shape, model.output.name);
    if (isUnusable(output)) return dead(model);
    const scores = this.#labelScores?.(output);
    return scores ? { ok: true, value: scores } : dead(model);
  }

  async geo(rows: readonly [number, number, number][]): Promise<WorkResult<Float32Array>> {
    const geo = this.#get<GeoModel>('geo');
    if (!geo) return notLoaded('geo');
    const { model, network } = geo;
    const batches = model.batch === 'dynamic' ? [rows] : rows.map((row) => [row]);
    const parts: Float32Array[] = [];
    for (const batch of batches) {
      const { data, shape } = placeFamily(model).encode(batch);
      parts.push(await network.run(model.input.name, data, shape, model.output.name));
    }
    const output = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      output.set(part, at);
      at += part.length;
    }
    return isUnusable(output) ? dead(model) : { ok: true, value: output };
  }

  #get<M extends Model>(role: M['role']): ReadyModel<M> | undefined {
    return this.#loaded.get(role) as ReadyModel<M> | undefined;
  }
}

function notLoaded(role: string): WorkResult<never> {
  return { ok: false, problem: { code: 'model_missing', message: `The ${role} model is not loaded.` } };
}

function gone(ref: ImageRef): WorkResult<never> {
  return { ok: false, problem: { code: 'unknown_image', message: `There is no image ${ref} any more.` } };
}

function dead(model: Model): WorkResult<never> {
  const message = `${model.file} gave no usable numbers for this input.`;
  return { ok: false, problem: { code: 'model_output_invalid', message } };
}
