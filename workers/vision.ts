import { expose, transfer } from 'comlink';
import type { Box } from '../src/domain/box';
import type { ImageRef } from '../src/domain/observation';
import type { ToolErrorCode } from '../src/domain/outcome';
import { decodePhoto } from '../src/media/decode';
import { readExif } from '../src/media/exif';
import { isJpeg } from '../src/media/jpeg';
import { VisionModels } from '../src/vision/models';
import { ImageStore } from '../src/vision/images';
import type { VisionApi, VisionResult } from '../src/vision/protocol';

const images = new ImageStore();
const models = new VisionModels();

function problem(code: ToolErrorCode, message: string): VisionResult<never> {
  return { ok: false, problem: { code, message } };
}

const goneImage = (ref: ImageRef): VisionResult<never> =>
  problem('unknown_image', `There is no image ${ref} any more.`);

/** Runs a model step; whatever it throws becomes a coded result. */
async function attempt<T>(step: () => Promise<VisionResult<T>>): Promise<VisionResult<T>> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof RangeError) return problem('out_of_memory', 'There was not enough memory for this step.');
    return problem('tool_crashed', error instanceof Error ? error.message : String(error));
  }
}

const api: VisionApi = {
  holdLock: (name) =>
    new Promise((held) => {
      void navigator.locks.request(name, () => {
        held();
        return new Promise(() => undefined);
      });
    }),

  async open(ref, blob) {
    // exifr never returns from some broken HEIC and AVIF files, so those have to decode first.
    const early = (await startsAsJpeg(blob)) ? readExif(blob) : null;
    const decoded = await decodePhoto(blob);
    if (!decoded.ok) return decoded;
    const facts = await (early ?? readExif(blob));
    images.add(ref, decoded.bitmap);
    return { ok: true, value: { width: decoded.bitmap.width, height: decoded.bitmap.height, ...facts } };
  },

  close(ref) {
    images.remove(ref);
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

  load: (request, onBytes) => models.load(request, onBytes),

  detect: (ref) =>
    attempt(async () => {
      const bitmap = images.get(ref);
      if (!bitmap) return goneImage(ref);
      return models.detect(images, ref, whole(bitmap));
    }),

  classify: (ref, region) => attempt(() => models.classify(images, ref, region)),

  geo: (rows) => attempt(() => models.geo(rows)),
};

async function startsAsJpeg(blob: Blob): Promise<boolean> {
  return isJpeg(new Uint8Array(await blob.slice(0, 2).arrayBuffer()));
}

function whole({ width, height }: ImageBitmap): Box {
  return { x: 0, y: 0, width, height };
}

expose(api);
