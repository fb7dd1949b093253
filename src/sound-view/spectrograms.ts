import { wrap, type Remote } from 'comlink';
import type { Stretch } from '../domain/observation';
import type { SpectrogramApi } from './protocol';

interface Wish {
  file: Blob;
  stretch: Stretch;
  width: number;
  height: number;
  answer: (bitmap: ImageBitmap | null) => void;
}

/** With more requests than this, the oldest are no longer on the screen and are dropped. */
const LONGEST_QUEUE = 24;

/**
 * The one way to pictures of sounds. The latest request is painted first: someone who scrolls fast wants to see where they
 * arrive, not where they passed.
 */
class SpectrogramQueue {
  readonly #api: Remote<SpectrogramApi>;
  readonly #keys = new WeakMap<Blob, { key: number; opened: Promise<boolean> }>();
  readonly #wishes: Wish[] = [];
  #painting = false;
  #last = 0;

  constructor(worker: Worker) {
    this.#api = wrap<SpectrogramApi>(worker);
  }

  paint(file: Blob, stretch: Stretch, width: number, height: number): Promise<ImageBitmap | null> {
    return new Promise((answer) => {
      this.#wishes.push({ file, stretch, width, height, answer });
      if (this.#wishes.length > LONGEST_QUEUE) this.#wishes.shift()?.answer(null);
      void this.#work();
    });
  }

  /** Drops a recording that will not be drawn again. */
  close(file: Blob): void {
    const known = this.#keys.get(file);
    this.#keys.delete(file);
    if (known) void this.#api.close(known.key);
  }

  async #work(): Promise<void> {
    if (this.#painting) return;
    this.#painting = true;
    for (let wish = this.#wishes.pop(); wish; wish = this.#wishes.pop()) wish.answer(await this.#paint(wish));
    this.#painting = false;
  }

  async #paint({ file, stretch: { from, to }, width, height }: Wish): Promise<ImageBitmap | null> {
    try {
      const { key, opened } = this.#open(file);
      return (await opened) ? await this.#api.paint(key, { from, to }, width, height) : null;
    } catch {
      // A recording that breaks off half-way: the place stays dark, the rest is drawn.
      return null;
    }
  }

  #open(file: Blob): { key: number; opened: Promise<boolean> } {
    const known = this.#keys.get(file);
    if (known) return known;
    const key = ++this.#last;
    const entry = { key, opened: this.#api.open(key, file) };
    this.#keys.set(file, entry);
    return entry;
  }
}

/** One for the whole page, started with the first sound that is drawn. */
export const spectrograms = new SpectrogramQueue(
  new Worker(new URL('../../workers/spectrogram.ts', import.meta.url), { type: 'module', name: 'spectrogram' }),
);
