import { CHUNK_BYTES, type PackFile } from '../pack-file';
import type { WrongBytes } from '../proof';
import type { PackStore, PartFile } from '../store/store';
import type { RunningHash } from './running-hash';
import { discardStaged, putIntoPlace, type StagingPaths, type StagedFile } from './staging';

/** A note: a count of bytes and the sha256 of the file up to there, in a line of fixed length. */
const NOTE_BYTES = 16 + 1 + 64 + 1;

/** How much is read back at a time. */
const READ_BYTES = 1 << 20;

/**
 * A file on its way in of which only the whole is pinned: bytes at the end of a part, hashed as they come, with a note
 * every chunk that tells after a cut which of the bytes that are there are the bytes that arrived.
 */
export class NotedFile implements StagedFile {
  readonly #store: PackStore;
  readonly #file: PackFile;
  readonly #paths: StagingPaths;
  readonly #part: PartFile;
  readonly #notes: PartFile;
  readonly #hash: RunningHash;
  #noted: number;
  #zeros = true;

  private constructor(
    store: PackStore,
    file: PackFile,
    paths: StagingPaths,
    [part, notes]: [PartFile, PartFile],
    hash: RunningHash,
  ) {
    this.#store = store;
    this.#file = file;
    this.#paths = paths;
    this.#part = part;
    this.#notes = notes;
    this.#hash = hash;
    this.#noted = part.size;
  }

  static async open(store: PackStore, file: PackFile, paths: StagingPaths, hash: RunningHash): Promise<NotedFile> {
    const files: [PartFile, PartFile] = [await store.openPart(paths.part), await store.openPart(paths.notes)];
    hash.reset();
    const staged = new NotedFile(store, file, paths, files, hash);
    await staged.#reverify();
    return staged;
  }

  get size(): number {
    return this.#part.size;
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<null> {
    if (this.size > this.#noted && this.size + bytes.length > this.#noted + CHUNK_BYTES) await this.#note();
    await this.#part.append(bytes);
    this.#take(bytes);
    if (this.size >= this.#noted + CHUNK_BYTES) await this.#note();
    return null;
  }

  async restart(): Promise<void> {
    this.#hash.reset();
    this.#zeros = true;
    await this.#cutTo(0, 0);
  }

  async finish(): Promise<WrongBytes | null> {
    const { bytes, sha256: expected } = this.#file;
    const sha256 = await this.#hash.soFar();
    if (sha256 !== expected) {
      await this.discard();
      return { from: 0, to: bytes, expected, sha256, zeros: this.#zeros };
    }
    await this.#notes.close();
    await putIntoPlace(this.#store, this.#part, this.#paths);
    return null;
  }

  async pause(): Promise<void> {
    if (this.size > this.#noted) await this.#note();
    await this.close();
  }

  discard(): Promise<void> {
    return discardStaged(this, this.#store, this.#paths);
  }

  async close(): Promise<void> {
    await this.#part.close();
    await this.#notes.close();
  }

  async #reverify(): Promise<void> {
    const notes = parseNotes(new TextDecoder().decode(await this.#notes.read(0, this.#notes.size)));
    let good = 0;
    let goodNotes = 0;
    for (const note of notes) {
      if (note.bytes <= good || note.bytes > this.#part.size) break;
      for (let at = good; at < note.bytes; at += READ_BYTES) {
        this.#take(await this.#part.read(at, Math.min(at + READ_BYTES, note.bytes)));
      }
      if ((await this.#hash.soFar()) !== note.sha256) break;
      good = note.bytes;
      goodNotes += 1;
    }
    if (goodNotes < notes.length) await this.#rehash(good);
    await this.#cutTo(good, goodNotes);
  }

  /** The hash ran past the last good note: it has to be taken again up to there. */
  async #rehash(good: number): Promise<void> {
    this.#hash.reset();
    this.#zeros = true;
    for (let at = 0; at < good; at += READ_BYTES) {
      this.#take(await this.#part.read(at, Math.min(at + READ_BYTES, good)));
    }
  }

  async #cutTo(bytes: number, notes: number): Promise<void> {
    if (this.#part.size !== bytes) await this.#part.truncate(bytes);
    if (this.#notes.size !== notes * NOTE_BYTES) await this.#notes.truncate(notes * NOTE_BYTES);
    this.#noted = bytes;
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    this.#hash.update(bytes);
    this.#zeros &&= bytes.every((byte) => byte === 0);
  }

  async #note(): Promise<void> {
    const size = this.size;
    await this.#part.flush();
    const line = `${String(size).padStart(16, '0')} ${await this.#hash.soFar()}\n`;
    await this.#notes.append(new TextEncoder().encode(line));
    await this.#notes.flush();
    this.#noted = size;
  }
}

interface Note {
  bytes: number;
  sha256: string;
}

/** Reads notes up to the first that is not whole: a killed tab may have left half a line. */
function parseNotes(text: string): Note[] {
  const notes: Note[] = [];
  for (let at = 0; at + NOTE_BYTES <= text.length; at += NOTE_BYTES) {
    const [, bytes, sha256] = /^(\d{16}) ([0-9a-f]{64})\n$/.exec(text.slice(at, at + NOTE_BYTES)) ?? [];
    if (bytes === undefined || sha256 === undefined) break;
    notes.push({ bytes: Number(bytes), sha256 });
  }
  return notes;
}
