import type { ImageRef, Photo } from '../domain/observation';
import { traceToPhoto } from '../domain/views';
import type { Lookup } from './state/lookup';
import type { RunState } from './state/run.svelte';
import type { RunRecord } from '../storage/database';

/** Longest side in pixels at which a kept photo is taken apart: a large original is decoded once, not for every picture. */
const SIDE = 1600;

/**
 * What a saved run can still show: its photo if it was kept, and every view as the part of the photo that it showed.
 * `kept` returns the file of a photo; a draft has only its thumbnail.
 */
export function savedPictures(
  { thumbnail }: RunRecord,
  run: RunState,
  kept: (photo: ImageRef) => Promise<Blob | null> = () => Promise.resolve(null),
): Lookup['picture'] {
  const opened = new Map<ImageRef, Promise<ImageBitmap | null>>();
  const open = async ({ ref, width, height }: Photo): Promise<ImageBitmap | null> => {
    // The thumbnail is of the photo that the verdict is about.
    const small = run.subject && run.subject.photo !== ref ? null : thumbnail;
    for (const file of [await kept(ref), small]) {
      const shrunk =
        width >= height ? { resizeWidth: Math.min(SIDE, width) } : { resizeHeight: Math.min(SIDE, height) };
      try {
        if (file) return await createImageBitmap(file, file === small ? {} : shrunk);
      } catch {
        // A format that this browser cannot draw: the thumbnail is of one that it can.
      }
    }
    return null;
  };
  return async (ref, region, maxSide) => {
    const traced = traceToPhoto(run.ledger, ref, region);
    const photo = run.photos.find((one) => one.ref === traced.photo);
    if (!photo) return null;
    const opening = opened.get(photo.ref) ?? open(photo);
    opened.set(photo.ref, opening);
    const whole = await opening;
    if (!whole) return null;
    const scale = whole.width / photo.width;
    const box = traced.box ?? { x: 0, y: 0, width: photo.width, height: photo.height };
    const shrink = Math.min(1, maxSide / (Math.max(box.width, box.height) * scale));
    const size = (length: number): number => Math.max(1, Math.round(length * scale * shrink));
    const side = (length: number): number => Math.max(1, length * scale);
    const resized = { resizeWidth: size(box.width), resizeHeight: size(box.height) };
    return createImageBitmap(whole, box.x * scale, box.y * scale, side(box.width), side(box.height), resized);
  };
}

/** What a saved run can still show of its recording where that was not kept: the picture of it from end to end. */
export function savedStrip({ thumbnail }: RunRecord, run: RunState): Lookup['spectrogram'] {
  return async (ref, { from, to }, width, height) => {
    const [sound] = run.sounds;
    // A run with photos keeps a picture of those instead.
    if (!thumbnail || sound?.ref !== ref || run.photos.length > 0) return null;
    try {
      const whole = await createImageBitmap(thumbnail);
      const x = (from / sound.seconds) * whole.width;
      const part = Math.max(1, ((to - from) / sound.seconds) * whole.width);
      return await createImageBitmap(whole, x, 0, part, whole.height, { resizeWidth: width, resizeHeight: height });
    } catch {
      return null;
    }
  };
}
