import { wavHeader } from '../media/sound/wav';
import { store, type Database, type RecordingRecord, type Stored } from './database';

/** A WAV file counts its bytes in 32 bits; a longer one leaves its size open. */
const LONGEST = 2 ** 31 - 64;

export interface CutOffRecording extends RecordingRecord {
  seconds: number;
}

/**
 * Recordings that are being made, or were cut off: a second at a time, so that a crash loses at most the last one. What
 * is stored here has not become an observation yet.
 */
export class RecordingStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  begin(record: RecordingRecord): Promise<Stored> {
    return store(() => this.#open().put('recordings', record));
  }

  append(recording: string, index: number, samples: Int16Array<ArrayBuffer>): Promise<Stored> {
    return store(() => this.#open().put('chunks', { recording, index, samples }));
  }

  /** Recordings that never became an observation, newest first; those without a whole chunk are dropped. */
  async cutOff(): Promise<CutOffRecording[]> {
    const found: CutOffRecording[] = [];
    for (const record of (await this.#database?.getAll('recordings')) ?? []) {
      if (await isBeingMade(record.id)) continue;
      const samples = await this.#measure(record.id);
      if (samples === 0) await this.remove(record.id);
      else found.push({ ...record, seconds: samples / record.sampleRate });
    }
    return found.sort((a, b) => b.at.localeCompare(a.at));
  }

  /** The whole recording as a WAV file, with what could not be stored any more behind it; null where nothing is left. */
  async file(
    { id, sampleRate }: Pick<RecordingRecord, 'id' | 'sampleRate'>,
    rest: readonly Int16Array<ArrayBuffer>[] = [],
  ): Promise<Blob | null> {
    const pieces: Blob[] = [];
    let samples = 0;
    for await (const piece of this.#chunks(id)) {
      samples += piece.length;
      // A blob of its own each time: the browser may put it on the disk, so that an hour does not fill the memory.
      pieces.push(new Blob([piece]));
    }
    for (const piece of rest) {
      samples += piece.length;
      pieces.push(new Blob([piece]));
    }
    if (samples === 0) return null;
    const header = wavHeader(sampleRate, 1, samples < LONGEST ? samples : null);
    return new Blob([header, ...pieces], { type: 'audio/wav' });
  }

  async remove(id: string): Promise<void> {
    await this.#database?.delete('chunks', chunksOf(id));
    await this.#database?.delete('recordings', id);
  }

  async clear(): Promise<void> {
    await this.#database?.clear('chunks');
    await this.#database?.clear('recordings');
  }

  async #measure(id: string): Promise<number> {
    const count = (await this.#database?.count('chunks', chunksOf(id))) ?? 0;
    if (count === 0) return 0;
    // All chunks but the last are of one length.
    const first = await this.#database?.get('chunks', [id, 0]);
    const last = await this.#database?.get('chunks', [id, count - 1]);
    return (first?.samples.length ?? 0) * (count - 1) + (last?.samples.length ?? 0);
  }

  async *#chunks(id: string): AsyncGenerator<Int16Array<ArrayBuffer>> {
    for (let index = 0; ; index++) {
      const chunk = await this.#database?.get('chunks', [id, index]);
      if (!chunk) return;
      yield chunk.samples;
    }
  }

  #open(): Database {
    if (!this.#database) throw new Error('no database');
    return this.#database;
  }
}

function chunksOf(recording: string): IDBKeyRange {
  return IDBKeyRange.bound([recording, 0], [recording, Infinity]);
}

/** Held by the page that records, so that another tab does not offer its recording as one that was cut off. */
export function recordingLock(id: string): string {
  return `goldcrest-recording-${id}`;
}

async function isBeingMade(id: string): Promise<boolean> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === recordingLock(id)) ?? false;
}
