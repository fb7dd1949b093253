/** A file inside what the user gave. Its pieces are read before the next entry is requested, or not at all. */
export interface SourceEntry {
  path: string;
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What the user gave: a folder, a zip or a tar, read from its beginning as often as needed. */
export interface FileSource {
  entries(): AsyncIterable<SourceEntry>;
}

/** A file as it comes from a file input; `path` is relative to the chosen folder. */
export interface GivenFile {
  path: string;
  blob: Blob;
}

/** Thrown by a reader whose file is not what it seems; the message is for the user. */
export class UnreadableSource extends Error {}

const PIECE_BYTES = 1 << 20;

export async function* piecesOf(blob: Blob, size = PIECE_BYTES): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < blob.size; at += size) {
    yield new Uint8Array(await blob.slice(at, at + size).arrayBuffer());
  }
}
