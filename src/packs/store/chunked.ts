import {
  splitStorePath,
  wholeBlob,
  type PackStore,
  type PartFile,
  type StoreFolder,
  type StoreKind,
  type StorePath,
  type WholeFile,
} from './store';
import { CHUNK_BYTES } from '../pack-file';

/** Keeps blobs under keys: all that the stores without a file system have in common. */
export interface BlobStore {
  readonly kind: StoreKind;
  put(key: string, blob: Blob): Promise<void>;
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
  keys(prefix: string): Promise<string[]>;
}

/** A file's entry: which chunks it is made of. Chunks are named by a number of their own, so a move copies nothing. */
interface Entry {
  id: string;
  size: number;
  chunks: number;
}

/** Files cut into chunks, for browsers without a file system of their own. */
export class ChunkedStore implements PackStore {
  readonly kind: StoreKind;
  readonly #blobs: BlobStore;

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
    this.kind = blobs.kind;
  }

  async openPart(path: StorePath): Promise<PartFile> {
    const entry = (await this.#entry(path)) ?? { id: crypto.randomUUID(), size: 0, chunks: 0 };
    return ChunkedPart.open(this.#blobs, entryKey(path), entry);
  }

  async read(path: StorePath): Promise<Blob | null> {
    const entry = await this.#entry(path);
    if (!entry) return null;
    const chunks: Blob[] = [];
    for (let index = 0; index < entry.chunks; index++) {
      const chunk = await this.#blobs.get(chunkKey(entry.id, index));
      if (!chunk) return null;
      chunks.push(chunk);
    }
    return new Blob(chunks);
  }

  async openWhole(path: StorePath): Promise<WholeFile | null> {
    const blob = await this.read(path);
    return blob && wholeBlob(blob);
  }

  async list(folder: StoreFolder): Promise<string[]> {
    const prefix = `entry/${folder}/`;
    return (await this.#blobs.keys(prefix)).map((key) => key.slice(prefix.length)).sort();
  }

  async move(from: StorePath, to: StorePath): Promise<void> {
    const entry = await this.#blobs.get(entryKey(from));
    if (!entry) throw new Error(`${from} is not there`);
    const replaced = await this.#entry(to);
    // Once this is written the file is in place; what follows only tidies up.
    await this.#blobs.put(entryKey(to), entry);
    await this.#blobs.remove(entryKey(from));
    if (replaced) await this.#removeChunks(replaced);
  }

  async remove(path: StorePath): Promise<void> {
    const entry = await this.#entry(path);
    if (!entry) return;
    await this.#blobs.remove(entryKey(path));
    await this.#removeChunks(entry);
  }

  async #entry(path: StorePath): Promise<Entry | null> {
    const blob = await this.#blobs.get(entryKey(path));
    return blob && (JSON.parse(await blob.text()) as Entry);
  }

  async #removeChunks({ id, chunks }: Entry): Promise<void> {
    for (let index = 0; index < chunks; index++) await this.#blobs.remove(chunkKey(id, index));
  }
}

class ChunkedPart implements PartFile {
  readonly #blobs: BlobStore;
  readonly #key: string;
  readonly #entry: Entry;
  /** The last chunk while it is not full. */
  #tail: Uint8Array<ArrayBuffer>;
  #tailLength: number;

  private constructor(blobs: BlobStore, key: string, entry: Entry, tail: Uint8Array<ArrayBuffer>) {
    this.#blobs = blobs;
    this.#key = key;
    this.#entry = entry;
    this.#tail = new Uint8Array(CHUNK_BYTES);
    this.#tail.set(tail);
    this.#tailLength = tail.length;
  }

  static async open(blobs: BlobStore, key: string, entry: Entry): Promise<ChunkedPart> {
    const full = Math.floor(entry.size / CHUNK_BYTES);
    const tail = entry.size > full * CHUNK_BYTES ? await blobs.get(chunkKey(entry.id, full)) : null;
    const bytes = tail ? new Uint8Array(await tail.arrayBuffer()) : new Uint8Array();
    return new ChunkedPart(blobs, key, { ...entry, size: full * CHUNK_BYTES + bytes.length }, bytes);
  }

  get size(): number {
    return this.#entry.size;
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const fits = bytes.subarray(at, at + CHUNK_BYTES - this.#tailLength);
      this.#tail.set(fits, this.#tailLength);
      this.#tailLength += fits.length;
      at += fits.length;
      this.#entry.size += fits.length;
      if (this.#tailLength === CHUNK_BYTES) await this.#writeTail();
    }
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(to, this.size);
    const bytes = new Uint8Array(Math.max(0, end - from));
    for (let at = from; at < end;) {
      const index = Math.floor(at / CHUNK_BYTES);
      const chunk = await this.#chunk(index);
      const part = chunk.subarray(at - index * CHUNK_BYTES, end - index * CHUNK_BYTES);
      if (part.length === 0) return bytes.subarray(0, at - from);
      bytes.set(part, at - from);
      at += part.length;
    }
    return bytes;
  }

  async truncate(size: number): Promise<void> {
    const index = Math.floor(size / CHUNK_BYTES);
    const kept = (await this.#chunk(index)).slice(0, size - index * CHUNK_BYTES);
    for (let gone = index; gone < this.#entry.chunks; gone++) await this.#blobs.remove(chunkKey(this.#entry.id, gone));
    this.#entry.chunks = Math.min(this.#entry.chunks, index);
    this.#entry.size = size;
    this.#tail.set(kept);
    this.#tailLength = kept.length;
    await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#tailLength > 0) await this.#putChunk();
    await this.#putEntry();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #chunk(index: number): Promise<Uint8Array> {
    if (index === Math.floor(this.size / CHUNK_BYTES)) return this.#tail.subarray(0, this.#tailLength);
    const blob = await this.#blobs.get(chunkKey(this.#entry.id, index));
    return blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array();
  }

  async #writeTail(): Promise<void> {
    try {
      await this.#putChunk();
      await this.#putEntry();
      this.#tailLength = 0;
    } catch (error) {
      // The device is full: the part ends with the last block that was stored.
      this.#entry.size -= this.#tailLength;
      this.#tailLength = 0;
      throw error;
    }
  }

  async #putChunk(): Promise<void> {
    const index = Math.floor((this.size - 1) / CHUNK_BYTES);
    await this.#blobs.put(chunkKey(this.#entry.id, index), new Blob([this.#tail.slice(0, this.#tailLength)]));
    this.#entry.chunks = index + 1;
  }

  async #putEntry(): Promise<void> {
    await this.#blobs.put(this.#key, new Blob([JSON.stringify(this.#entry)]));
  }
}

function entryKey(path: StorePath): string {
  const { folder, name } = splitStorePath(path);
  return `entry/${folder}/${name}`;
}

const chunkKey = (id: string, index: number): string => `chunk/${id}/${index}`;
