import type { Size } from '../domain/box';
import type { ImageRef, Photo } from '../domain/observation';

/** More views than this in one run do not help and fill the memory. */
const MAX_VIEWS = 8;

/** The images that a run can refer to, and their sizes. */
export class ImageBook {
  readonly #sizes = new Map<ImageRef, Size>();
  #views = 0;

  constructor(photos: readonly Photo[]) {
    for (const { ref, width, height } of photos) this.#sizes.set(ref, { width, height });
  }

  size(ref: ImageRef): Size | undefined {
    return this.#sizes.get(ref);
  }

  /** A name for a new view of an image; null once there are too many. */
  nextView(from: ImageRef, kind: 'crop' | 'zoom' | 'enhanced'): ImageRef | null {
    if (this.#views >= MAX_VIEWS) return null;
    this.#views += 1;
    return `${from}.${kind}-${this.#views}` as ImageRef;
  }

  add(ref: ImageRef, size: Size): void {
    this.#sizes.set(ref, size);
  }

  describe(): string {
    const listed = [...this.#sizes].map(([ref, { width, height }]) => `${ref} (${width} x ${height})`);
    return listed.length ? listed.join(', ') : 'nothing: the observation has no photo';
  }
}
