import { Unzip, UnzipInflate, UnzipPassThrough, type UnzipFile } from 'fflate';
import { piecesOf, UnreadableSource, type FileSource, type SourceEntry } from './source';

/** Input goes in small pieces, because deflate may turn one byte into a thousand: at most 16 MB are ever held. */
const PUSH_BYTES = 1 << 14;

/** Reads a zip from its beginning, entry by entry, without holding it. */
export function openZip(blob: Blob): FileSource {
  return { entries: () => readZip(blob) };
}

interface Opened {
  file: UnzipFile;
  pieces: Uint8Array<ArrayBuffer>[];
  ended: boolean;
}

async function* readZip(blob: Blob): AsyncGenerator<SourceEntry> {
  const opened: Opened[] = [];
  let failure: Error | null = null;
  const unzip = new Unzip((file) => {
    const one: Opened = { file, pieces: [], ended: false };
    opened.push(one);
    file.ondata = (error, data, final) => {
      if (error) failure = error;
      else if (data.length > 0) one.pieces.push(data);
      one.ended ||= final;
    };
    // Started at once: an entry that is not started is held in memory.
    try {
      file.start();
    } catch (error) {
      failure = error as Error;
    }
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const input = piecesOf(blob, PUSH_BYTES);
  let inputEnded = false;

  /** Feeds the reader once; false at the end of the zip. */
  async function feed(): Promise<boolean> {
    if (inputEnded) return false;
    const next = await input.next();
    try {
      if (next.done === true) unzip.push(new Uint8Array(), (inputEnded = true));
      else unzip.push(next.value);
    } catch (error) {
      failure = error as Error;
    }
    if (failure) throw new UnreadableSource(`The zip file cannot be read: ${failure.message}.`);
    return true;
  }

  async function* drain(one: Opened): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      yield* one.pieces.splice(0);
      if (one.ended) return;
      if (!(await feed())) throw new UnreadableSource('The zip file ends early.');
    }
  }

  for (;;) {
    const next = opened.shift();
    if (next) {
      const pieces = drain(next);
      if (!next.file.name.endsWith('/')) yield { path: next.file.name, pieces: () => pieces };
      // Entries that nobody reads are drained here, so that the next one follows.
      while ((await pieces.next()).done !== true);
    } else if (!(await feed())) return;
  }
}
