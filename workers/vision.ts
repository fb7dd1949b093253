import { expose, transfer } from 'comlink';
import type { ImageRef } from '../src/domain/observation';
import { decodePhoto } from '../src/media/decode';
import { readExif } from '../src/media/exif';
import { attempt, holdLock, problem } from '../src/runtime/in-worker';
import type { LoadRequest, WorkResult } from '../src/runtime/protocol';
import { Answers } from '../src/vision/answers';
import { ImageStore } from '../src/vision/images';
import { VisionModels } from '../src/vision/models';
import type { VisionApi } from '../src/vision/protocol';

/** Steps come one at a time: the bridge on the page keeps the queue, because concurrent model runs hang some drivers. */
const images = new ImageStore();
const models = new VisionModels();
const answers = new Answers();

/** The step that each model answers. */
const STEP_OF: Partial<Record<LoadRequest['role'], string>> = { detector: 'detect', image: 'classify' };

const goneImage = (ref: ImageRef): WorkResult<never> => problem('unknown_image', `There is no image ${ref} any more.`);

const api: VisionApi = {
  holdLock,

  async open(ref, blob) {
    const decoded = await decodePhoto(blob);
    if (!decoded.ok) return decoded;
    const { picture, facts } = decoded.value;
    images.add(ref, picture);
    return { ok: true, value: { width: picture.width, height: picture.height, ...facts } };
  },

  async readFacts(blob) {
    const { day, time, place } = await readExif(blob);
    return { day, time, place };
  },

  close(ref) {
    images.remove(ref);
    answers.forget(ref);
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
    if (step) answers.forgetStep(step);
    return models.load(request, onBytes);
  },

  detect(ref) {
    const size = images.get(ref);
    if (!size) return Promise.resolve(goneImage(ref));
    const whole = { x: 0, y: 0, width: size.width, height: size.height };
    return answers.take('detect', ref, null, () => attempt(() => models.detect(images, ref, whole)));
  },

  classify(ref, region) {
    const subject = images.subject(ref, region);
    return answers.take('classify', subject.ref, subject.shows, () =>
      attempt(() => models.classify(images, ref, region)),
    );
  },

  geo: (rows) => attempt(() => models.geo(rows)),
};

expose(api);
