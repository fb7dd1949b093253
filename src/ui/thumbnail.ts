import type { ImageRef, SoundRef } from '../domain/observation';
import type { Goldcrest } from '../app/goldcrest';
import type { RunState } from './state/run.svelte';

/** Longest side in pixels: enough to show the bird again, small enough to keep hundreds. */
const SIDE = 640;
const STRIP = { width: 960, height: 160 };

/** A small picture of what a run was about: its photo, else its recording from end to end. */
export async function thumbnailOf(
  app: Pick<Goldcrest, 'picture'>,
  run: RunState,
  recording: (ref: SoundRef) => Blob | null,
): Promise<Blob | null> {
  const photo = run.subject?.photo ?? run.photos[0]?.ref;
  if (photo) return ofPhoto(app, photo);
  const [sound] = run.sounds;
  const file = sound ? recording(sound.ref) : null;
  return sound && file ? ofSound(file, sound.seconds) : null;
}

async function ofPhoto(app: Pick<Goldcrest, 'picture'>, photo: ImageRef): Promise<Blob | null> {
  return asBlob(await app.picture(photo, null, SIDE));
}

export async function ofSound(file: Blob, seconds: number): Promise<Blob | null> {
  const { spectrograms } = await import('../sound-view/spectrograms');
  return asBlob(await spectrograms.paint(file, { from: 0, to: seconds }, STRIP.width, STRIP.height));
}

export async function asBlob(bitmap: ImageBitmap | null): Promise<Blob | null> {
  if (!bitmap) return null;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  try {
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
  } catch {
    return null;
  }
}
