import { describe, expect, test } from 'vitest';
import type { ImageRef } from '../domain/observation';
import { Picture } from '../media/picture';
import type { ImageInput } from '../packs/model-parts';
import { imageInput } from '../testing/pack';
import { ImageStore } from './images';
import type { ViewRecipe } from './protocol';

const ref = (name: string): ImageRef => name as ImageRef;
const photo = ref('photo-1');
const region = { x: 2, y: 1, width: 4, height: 4 };
const crop: ViewRecipe = { from: photo, region, width: 4, height: 4, enhancement: null };
const whole = { x: 0, y: 0, width: 4, height: 4 };

function storeWithPhoto(): ImageStore {
  const images = new ImageStore();
  images.add(photo, Picture.fromRgba(new Uint8ClampedArray(8 * 6 * 4), 8, 6));
  return images;
}

describe('what a model is given', () => {
  const input = imageInput({ width: 8, height: 8, channels: 'rgb', trim: { step: 2, keep: 0 } });

  test('leaves off the padding that the model need not see: the same numbers without it', () => {
    const images = new ImageStore();
    const rgba = Uint8ClampedArray.from({ length: 8 * 6 * 4 }, (_, at) => (at * 37) % 251);
    images.add(photo, Picture.fromRgba(rgba, 8, 6));
    const view = (given: ImageInput) => {
      const { numbers, ...rest } = images.viewFor(photo, { x: 0, y: 0, width: 8, height: 6 }, given)!;
      const pixels = rest.input.width * rest.input.height;
      return {
        ...rest,
        planes: [0, 1, 2].map((channel) => [...numbers.slice(channel * pixels, (channel + 1) * pixels)]),
      };
    };
    const { trim: _, ...untrimmed } = input;
    const trimmed = view(input);
    const padded = view(untrimmed);
    expect([trimmed.shape, padded.shape]).toEqual([
      [1, 3, 6, 8],
      [1, 3, 8, 8],
    ]);
    expect(trimmed.input).toEqual({ ...input, height: 6 });
    expect(trimmed.placement).toEqual(padded.placement);
    trimmed.planes.forEach((plane, channel) => {
      expect(padded.planes[channel]).toEqual([...plane, ...new Array<number>(2 * 8).fill(114)]);
    });
  });

  test('is nothing of an image that is gone', () => {
    expect(storeWithPhoto().viewFor(ref('photo-2'), region, input)).toBeNull();
  });
});

describe('what a question is about', () => {
  test('a view is told by what it shows: what was begun under another name is found', () => {
    const images = storeWithPhoto();
    images.makeView(ref('photo-1.ahead'), crop);
    images.makeView(ref('photo-1.crop-1'), structuredClone(crop));
    const ahead = images.subject(ref('photo-1.ahead'), whole);
    expect(images.subject(ref('photo-1.crop-1'), { ...whole })).toEqual(ahead);
    expect(ahead.ref).toBe(photo);
  });

  test('a view that shows what was looked at before is the same question, however it came to show it', () => {
    const images = storeWithPhoto();
    images.makeView(ref('photo-1.crop-1'), { ...crop, width: 8, height: 8 });
    images.makeView(ref('photo-1.zoom-1'), {
      ...crop,
      from: ref('photo-1.crop-1'),
      region: { x: 0, y: 0, width: 4, height: 4 },
    });
    expect(images.subject(ref('photo-1.crop-1'), { x: 0, y: 0, width: 8, height: 8 })).toEqual({
      ref: photo,
      shows: region,
    });
    const corner = { ref: photo, shows: { x: 2, y: 1, width: 2, height: 2 } };
    expect(images.subject(ref('photo-1.zoom-1'), whole)).toEqual(corner);
  });

  test('another region, of the photo or of the view, is another question', () => {
    const images = storeWithPhoto();
    images.makeView(ref('photo-1.crop-1'), crop);
    images.makeView(ref('photo-1.crop-2'), { ...crop, region: { ...region, x: 3 } });
    const asked = images.subject(ref('photo-1.crop-1'), whole);
    expect(images.subject(ref('photo-1.crop-2'), whole)).not.toEqual(asked);
    expect(images.subject(ref('photo-1.crop-1'), { ...whole, width: 3 })).not.toEqual(asked);
    expect(images.subject(photo, whole)).toEqual({ ref: photo, shows: whole });
  });

  test('an enhanced view has pixels of its own and is asked about by its name', () => {
    const images = storeWithPhoto();
    const enhanced = ref('photo-1.enhanced-1');
    images.makeView(enhanced, { ...crop, enhancement: 'contrast' });
    expect(images.subject(enhanced, whole)).toEqual({ ref: enhanced, shows: whole });
  });
});

test('a closed photo takes its views with it, and leaves those of others', () => {
  const images = storeWithPhoto();
  const other = ref('photo-11');
  images.add(other, Picture.fromRgba(new Uint8ClampedArray(8 * 6 * 4), 8, 6));
  images.makeView(ref('photo-1.crop-1'), crop);
  images.remove(photo);
  expect(images.get(photo)).toBeUndefined();
  expect(images.get(ref('photo-1.crop-1'))).toBeUndefined();
  expect(images.get(other)).toMatchObject({ width: 8, height: 6 });
});
