import type { ImageRef } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import { differencesOf, SIDE, type Difference, type PhotoFacts } from '../one-or-many';

/** A photo that was opened, with the file that it came from. */
export interface NewPhoto {
  ref: ImageRef;
  name: string;
  file: File;
  facts: PhotoFacts;
}

/** "One bird, or five?": photos that were added together and may be of several birds. */
export class PhotoQuestion {
  photos = $state.raw<readonly NewPhoto[]>([]);
  differences: readonly Difference[] = $derived(differencesOf(this.photos.map(({ facts }) => facts)));

  constructor(photos: readonly NewPhoto[]) {
    this.photos = photos;
  }

  remove(ref: ImageRef): void {
    this.photos = this.photos.filter((photo) => photo.ref !== ref);
  }
}

/** A very small copy of a photo, to see whether it shows the same scene as another. */
async function smallCopy(app: Pick<Goldcrest, 'picture'>, ref: ImageRef): Promise<Uint8ClampedArray | null> {
  const bitmap = await app.picture(ref, null, 64);
  if (!bitmap) return null;
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d');
  context?.drawImage(bitmap, 0, 0, SIDE, SIDE);
  bitmap.close();
  const pixels = context?.getImageData(0, 0, SIDE, SIDE).data;
  return pixels ? pixels.filter((_, index) => index % 4 !== 3) : null;
}

/** The question about photos that were just opened: only here their looks are compared. */
export async function questionAbout(
  photos: readonly NewPhoto[],
  app: Pick<Goldcrest, 'picture'>,
): Promise<PhotoQuestion> {
  const compared: NewPhoto[] = [];
  for (const photo of photos) {
    compared.push({ ...photo, facts: { ...photo.facts, copy: await smallCopy(app, photo.ref) } });
  }
  return new PhotoQuestion(compared);
}
