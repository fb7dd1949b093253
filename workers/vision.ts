import { expose, transfer } from 'comlink';
import type { Box } from '../src/domain/box';
import type { ImageRef } from '../src/domain/observation';
import { attempt, holdLock, problem } from '../src/inference/in-worker';
import type { WorkResult } from '../src/inference/protocol';
import { decodePhoto } from '../src/media/decode';
import { readExif } from '../src/media/exif';
import { isJpeg } from '../src/media/jpeg';
import { VisionModels } from '../src/vision/models';
import { ImageStore } from '../src/vision/images';
import type { VisionApi } from '../src/vision/protocol';

const images = new ImageStore();
const models = new VisionModels();

const goneImage = (ref: ImageRef): WorkResult<never> => problem('unknown_image', `There is no image ${ref} any more.`);

const api: VisionApi = {
  holdLock,

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
