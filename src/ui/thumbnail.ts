import type { ImageRef } from '../domain/observation';
import type { Goldcrest } from '../goldcrest';

/** Longest side in pixels: enough to show the bird again, small enough to keep hundreds. */
const SIDE = 640;

export async function thumbnailOf(app: Pick<Goldcrest, 'picture'>, photo: ImageRef): Promise<Blob | null> {
  const bitmap = await app.picture(photo, null, SIDE);
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
