import { CHUNK_BYTES, chunkPins, contentName, type PackFile } from '../pack-file';
import { wrongBytes, type WrongBytes } from '../proof';
import { wholeFile, type PackStore, type PartFile, type StorePath } from '../store/store';

/**
 * A file that is being downloaded. A chunk is collected in memory, verified by the browser's own sha256 and only then written: except for
 * the last unfinished chunk before a pause, no wrong byte reaches the device.
 */
export class StagedFile {
  readonly #store: PackStore;
  readonly #file: PackFile;
  readonly #name: string;
  /** Verified chunks, while this is open. */
  readonly #part: PartFile;
  /** The chunk that is being collected, and how much of it is there. */
  readonly #chunk: Uint8Array<ArrayBuffer>;
  #gathered = 0;

  private constructor(store: PackStore, file: PackFile, name: string, part: PartFile) {
    this.#store = store;
    this.#file = file;
    this.#name = name;
    this.#part = part;
    this.#chunk = new Uint8Array(Math.min(CHUNK_BYTES, file.bytes));
  }

  /** Opens what an earlier attempt left and cuts it back to the chunks that are right. */
  static async open(store: PackStore, file: PackFile): Promise<StagedFile> {
    const name = await contentName(file);
    const staged = new StagedFile(store, file, name, await store.openPart(partOf(name)));
    await staged.#reverify();
    return staged;
  }

  /** How many bytes have arrived. */
  get size(): number {
    return this.#part.size + this.#gathered;
  }

  /** Takes the next bytes. If a chunk proves wrong, it is dropped with everything from this call. */
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

  /** Throws everything away, to begin again. */
  async restart(): Promise<void> {
    this.#gathered = 0;
    if (this.#part.size > 0) await this.#part.truncate(0);
  }

  /** Moves a complete file into place; every chunk has been verified by now. */
  async finish(): Promise<void> {
    await this.#part.flush();
    await this.close();
    await this.#store.move(partOf(this.#name), wholeFile(this.#name));
  }

  /** Keeps what has arrived for the next attempt. An unfinished chunk is verified when the rest arrives. */
  async pause(): Promise<void> {
    if (this.size === 0) return this.discard();
    await this.#part.append(this.#chunk.subarray(0, this.#gathered));
    await this.#part.flush();
    await this.close();
  }

  async discard(): Promise<void> {
    await this.close();
    await this.#store.remove(partOf(this.#name));
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
    const wrong = await wrongBytes(chunk, chunkPins(this.#file)[size / CHUNK_BYTES]!, size);
    if (!wrong) await this.#part.append(chunk);
    this.#gathered = 0;
    return wrong;
  }

  /** Proves what an earlier attempt left, chunk by chunk, and cuts it off at the first that is wrong. */
  async #reverify(): Promise<void> {
    const { size } = this.#part;
    let good = 0;
    for (const pin of chunkPins(this.#file)) {
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

/** How many bytes of a file an earlier attempt left, without verifying them. */
export async function stagedBytes(store: PackStore, file: PackFile): Promise<number> {
  return (await store.read(partOf(await contentName(file))))?.size ?? 0;
}

function partOf(name: string): StorePath {
  return `staging/${name}.part`;
}
