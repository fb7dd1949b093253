import { traceToPhoto } from '../domain/views';
import type { Lookup } from './state/lookup';
import type { RunState } from './state/run.svelte';
import type { RunRecord } from '../storage/database';

/** What a saved run can still show: the thumbnail of its photo, and every view as the part of it that the view showed. */
export function savedPictures({ thumbnail }: RunRecord, run: RunState): Lookup['picture'] {
  return async (ref, region, maxSide) => {
    if (!thumbnail) return null;
    const traced = traceToPhoto(run.ledger, ref, region);
    const photo = run.photos.find((one) => one.ref === traced.photo);
    // The thumbnail is of the photo that the verdict is about.
    if (!photo || (run.subject && run.subject.photo !== photo.ref)) return null;
    try {
      const whole = await createImageBitmap(thumbnail);
      const scale = whole.width / photo.width;
      const box = traced.box ?? { x: 0, y: 0, width: photo.width, height: photo.height };
      const shrink = Math.min(1, maxSide / (Math.max(box.width, box.height) * scale));
      const size = (length: number): number => Math.max(1, Math.round(length * scale * shrink));
      return await createImageBitmap(
        whole,
        box.x * scale,
        box.y * scale,
        Math.max(1, box.width * scale),
        Math.max(1, box.height * scale),
        {
          resizeWidth: size(box.width),
          resizeHeight: size(box.height),
        },
      );
    } catch {
      return null;
    }
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
