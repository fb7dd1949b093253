/**
 * The memory of the last photo that was closed. The next is mostly of the same camera and size, and fresh memory costs as
 * much time as half of the decoding: the system has to clear it page by page.
 */
let pooled: ArrayBuffer | null = null;

/** More is not held for a photo that may never come: 12 megapixels, as phones take them, are 18 MB of planes. */
const MOST_BYTES = 20e6;

/** A part of the pooled memory where that is neither too small nor more than twice what is wanted; else new memory. */
export function takeBuffer(bytes: number): Uint8Array<ArrayBuffer> {
  const held = pooled;
  pooled = null;
  const fits = held && held.byteLength >= bytes && held.byteLength <= 2 * bytes;
  return fits ? new Uint8Array(held, 0, bytes) : new Uint8Array(bytes);
}

/** For what nobody reads any more. */
export function releaseBuffer(buffer: ArrayBuffer): void {
  pooled = buffer.byteLength <= MOST_BYTES ? buffer : null;
}
