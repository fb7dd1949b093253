import { expose, transfer } from 'comlink';
import { clip, largestOf, squareAround, type Box, type Size } from '../src/domain/box';
import type { ImageRef } from '../src/domain/observation';
import { SECOND_LOOK, wantsSecondLook } from '../src/domain/second-look';
import { attempt, holdLock, problem } from '../src/runtime/in-worker';
import type { LoadRequest, WorkResult } from '../src/runtime/protocol';
import { decodePhoto } from '../src/media/decode';
import { gradeQuality } from '../src/tools/quality_gate/grade';
import { viewSize } from '../src/tools/view-size';
import { LookAhead } from '../src/vision/look-ahead';
import { VisionModels } from '../src/vision/models';
import { ImageStore } from '../src/vision/images';
import type { Detections, VisionApi } from '../src/vision/protocol';

const images = new ImageStore();
const models = new VisionModels();
const ahead = new LookAhead();

/** The step whose answers are a model's. */
const STEP_OF: Partial<Record<LoadRequest['role'], string>> = { detector: 'detect', image: 'classify' };

const goneImage = (ref: ImageRef): WorkResult<never> => problem('unknown_image', `There is no image ${ref} any more.`);

const api: VisionApi = {
  holdLock,

  async open(ref, blob) {
    const decoded = await decodePhoto(blob);
    if (!decoded.ok) return decoded;
    const { picture, facts } = decoded;
    images.add(ref, picture);
    if (models.has('detector')) ahead.begin('detect', ref, null, () => detect(ref));
    return { ok: true, value: { width: picture.width, height: picture.height, ...facts } };
  },

  close(ref) {
    images.remove(ref);
    ahead.forget(ref);
  },

  makeView(ref, recipe) {
    const size = images.makeView(ref, recipe);
    return size ? { ok: true, value: size } : goneImage(recipe.from);
  },

  picture: async (ref, region, maxSide) => {
    const bitmap = await images.picture(ref, region, maxSide);
    return bitmap && transfer(bitmap, [bitmap]);
  },

  measure(ref, region) {
    const value = images.measure(ref, region);
    return value ? { ok: true, value } : goneImage(ref);
  },

  load(request, onBytes) {
    const step = STEP_OF[request.role];
    if (step) ahead.forgetStep(step);
    return ahead.inTurn(() => models.load(request, onBytes));
  },

  detect: (ref) => ahead.take('detect', ref, null, () => detect(ref)),

  classify(ref, region) {
    const subject = images.subject(ref, region);
    return ahead.take('classify', subject.ref, subject.shows, () => classify(ref, region));
  },

  geo: (rows) => ahead.inTurn(() => attempt(() => models.geo(rows))),
};

async function detect(ref: ImageRef): Promise<WorkResult<Detections>> {
  const size = images.get(ref);
  if (!size) return goneImage(ref);
  const found = await attempt(() => models.detect(images, ref, whole(size)));
  // The bird in a part of a photo is named from the photo: its box is another one there.
  if (!found.ok || images.subject(ref, whole(size)).ref !== ref) return found;
  const largest = largestOf(found.value.birds);
  // Clipped as the tools do with every region they are given: the same box to the last digit.
  const region = largest && clip(largest, size);
  const measured = region && images.measure(ref, region);
  if (!measured) return found;
  const shown = models.classifierRegion(region, size);
  const { grade } = gradeQuality(measured, Math.min(region.width, region.height));
  if (shown && grade !== 'fail') {
    ahead.begin('classify', ref, shown, async () => {
      const first = await classify(ref, shown);
      if (first.ok && grade === 'pass') lookAgain(ref, region, size, first.value);
      return first;
    });
  }
  return { ok: true, value: { ...found.value, measured: { region, statistics: measured } } };
}

/** Begins the blueprint's second look at a bird where the first was unsure and nothing is wrong with the picture. */
function lookAgain(ref: ImageRef, bird: Box, size: Size, first: Float32Array): void {
  if (!wantsSecondLook(models.surenessOf(first), 'pass')) return;
  const region = squareAround(bird, SECOND_LOOK.margin, size);
  const recipe = { from: ref, region, ...viewSize(region, 1), enhancement: null };
  const view = `${ref}.ahead` as ImageRef;
  const made = images.makeView(view, recipe);
  if (!made) return;
  const subject = images.subject(view, whole(made));
  ahead.begin('classify', subject.ref, subject.shows, () => classify(view, whole(made)));
}

function classify(ref: ImageRef, region: Box): Promise<WorkResult<Float32Array>> {
  return attempt(() => models.classify(images, ref, region));
}

function whole({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

expose(api, {
  addEventListener: addEventListener.bind(globalThis),
  removeEventListener: removeEventListener.bind(globalThis),
  postMessage(message: unknown, transferred: Transferable[]) {
    postMessage(message, transferred);
    ahead.answered();
  },
});
