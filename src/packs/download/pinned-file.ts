import { CHUNK_BYTES, type PackFile } from '../pack-file';
import { wrongBytes, type WrongBytes } from '../proof';
import type { PackStore, PartFile } from '../store/store';
import { discardStaged, putIntoPlace, type StagingPaths, type StagedFile } from './staging';

/**
 * A file on its way in whose manifest pins every chunk. A chunk is gathered in memory, proved by the browser's own sha256
 * and only then written: but for the rest that a pause leaves, no wrong byte reaches the device.
 */
export class PinnedFile implements StagedFile {
  readonly #store: PackStore;
  readonly #file: PackFile;
  readonly #pins: readonly string[];
  readonly #paths: StagingPaths;
  /** Chunks that are proved, while this is open. */
  readonly #part: PartFile;
  /** The chunk that is being gathered, and how much of it is there. */
  readonly #chunk: Uint8Array<ArrayBuffer>;
  #gathered = 0;

  private constructor(store: PackStore, file: PackFile, pins: readonly string[], paths: StagingPaths, part: PartFile) {
    this.#store = store;
    this.#file = file;
    this.#pins = pins;
    this.#paths = paths;
    this.#part = part;
    this.#chunk = new Uint8Array(Math.min(CHUNK_BYTES, file.bytes));
  }

  static async open(
    store: PackStore,
    file: PackFile,
    pins: readonly string[],
    paths: StagingPaths,
  ): Promise<PinnedFile> {
    const staged = new PinnedFile(store, file, pins, paths, await store.openPart(paths.part));
    await staged.#reverify();
    return staged;
  }

  get size(): number {
    return this.#part.size + this.#gathered;
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<WrongBytes | null> {
    for (let rest = bytes; rest.length > 0;) {
      const fits = rest.subarray(0, this.#length() - this.#gathered);
      this.#chunk.set(fits, this.#gathered);
      this.#gathered += fits.length;
      rest = rest.subarray(fits.length);
      const wrong = this.#gathered === this.#length() ? await this.#keepChunk() : null;
      if (wrong) return wrong;
    }
    return null;
  }

  async restart(): Promise<void> {
    this.#gathered = 0;
    if (this.#part.size > 0) await this.#part.truncate(0);
  }

  /** Every chunk is proved by now. */
  async finish(): Promise<null> {
    await putIntoPlace(this.#store, this.#part, this.#paths);
    return null;
  }

  /** The chunk that is not whole is kept too: it is proved when the rest of it comes. */
  async pause(): Promise<void> {
    if (this.size === 0) return this.discard();
    await this.#part.append(this.#chunk.subarray(0, this.#gathered));
    await this.#part.flush();
    await this.close();
  }

  discard(): Promise<void> {
    return discardStaged(this, this.#store, this.#paths);
  }

  async close(): Promise<void> {
    await this.#part.close();
  }

  /** The length of the chunk that comes next: the last one is shorter. */
  #length(): number {
    return Math.min(CHUNK_BYTES, this.#file.bytes - this.#part.size);
  }

  async #keepChunk(): Promise<WrongBytes | null> {
    const { size } = this.#part;
    const chunk = this.#chunk.subarray(0, this.#gathered);
    const wrong = await wrongBytes(chunk, this.#pins[size / CHUNK_BYTES]!, size);
    if (!wrong) await this.#part.append(chunk);
    this.#gathered = 0;
    return wrong;
  }

  /** Proves what an earlier attempt left, chunk by chunk, and cuts it off at the first that is wrong. */
  async #reverify(): Promise<void> {
    const { size } = this.#part;
    let good = 0;
    for (const pin of this.#pins) {
      const chunk = await this.#part.read(good, Math.min(good + CHUNK_BYTES, size));
      if (good + chunk.length < Math.min(good + CHUNK_BYTES, this.#file.bytes)) {
        this.#chunk.set(chunk);
        this.#gathered = chunk.length;
        break;
      }
      if (await wrongBytes(chunk, pin)) break;
      good += chunk.length;
    }
    if (size > good) await this.#part.truncate(good);
  }
}
