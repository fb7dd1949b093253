import type { PackFile } from '../manifest';
import { wholeFile, type PackStore, type PartFile, type StorePath } from '../store/store';
import type { RunningHash } from './running-hash';

/**
 * At least this often what has arrived is noted with its sha256, so that a killed tab loses no more than this. Small
 * enough to lose, large enough that noting costs nothing beside the hash itself.
 */
export const CHUNK_BYTES = 1 << 20;

/** A note: a count of bytes and the sha256 of the file up to there, in a line of fixed length. */
const NOTE_BYTES = 16 + 1 + 64 + 1;

/** How much is read back at a time. */
const READ_BYTES = 1 << 20;

export type Finish = { ok: true } | { ok: false; sha256: string; zeros: boolean };

/**
 * A file on its way in: bytes at the end of a part, hashed as they come, with notes beside it that tell after a cut
 * which of the bytes that are there are the bytes that arrived.
 */
export class StagedFile {
  readonly #store: PackStore;
  readonly #file: PackFile;
  readonly #part: PartFile;
  readonly #notes: PartFile;
  readonly #hash: RunningHash;
  #noted: number;
  #zeros = true;

  private constructor(store: PackStore, file: PackFile, part: PartFile, notes: PartFile, hash: RunningHash) {
    this.#store = store;
    this.#file = file;
    this.#part = part;
    this.#notes = notes;
    this.#hash = hash;
    this.#noted = part.size;
  }

  /** Opens what an earlier attempt left, cut back to the last note whose sha256 is still right. */
  static async open(store: PackStore, file: PackFile, hash: RunningHash): Promise<StagedFile> {
    const part = await store.openPart(partPath(file));
    const notes = await store.openPart(notesPath(file));
    hash.reset();
    const staged = new StagedFile(store, file, part, notes, hash);
    await staged.#reverify();
    return staged;
  }

  /** How many bytes have arrived. */
  get size(): number {
    return this.#part.size;
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.size > this.#noted && this.size + bytes.length > this.#noted + CHUNK_BYTES) await this.#note();
    await this.#part.append(bytes);
    this.#take(bytes);
    if (this.size >= this.#noted + CHUNK_BYTES) await this.#note();
  }

  /** Throws everything away, to begin again. */
  async restart(): Promise<void> {
    this.#hash.reset();
    this.#zeros = true;
    await this.#cutTo(0, 0);
  }

  /** Puts the file into place if its sha256 is right; a wrong one is deleted. */
  async finish(): Promise<Finish> {
    const sha256 = await this.#hash.soFar();
    if (this.size !== this.#file.bytes || sha256 !== this.#file.sha256) {
      await this.discard();
      return { ok: false, sha256, zeros: this.#zeros };
    }
    await this.#part.flush();
    await this.close();
    await this.#store.move(partPath(this.#file), wholeFile(this.#file.sha256));
    await this.#store.remove(notesPath(this.#file));
    return { ok: true };
  }

  /** Keeps what has arrived, for another time. */
  async pause(): Promise<void> {
    if (this.size > this.#noted) await this.#note();
    await this.close();
  }

  async discard(): Promise<void> {
    await this.close();
    await discardStaged(this.#store, this.#file);
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

/** How many bytes of a file an earlier attempt left, without looking whether they are right. */
export async function stagedBytes(store: PackStore, file: PackFile): Promise<number> {
  return (await store.read(partPath(file)))?.size ?? 0;
}

export async function discardStaged(store: PackStore, file: PackFile): Promise<void> {
  await store.remove(partPath(file));
  await store.remove(notesPath(file));
}

const partPath = ({ sha256 }: PackFile): StorePath => `staging/${sha256}.part`;
const notesPath = ({ sha256 }: PackFile): StorePath => `staging/${sha256}.notes`;

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
