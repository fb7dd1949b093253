import { BadBackup } from './problem';

/** Entries that an archive may have; a photo is one. */
const MAX_ENTRIES = 200_000;
/** Bytes of the list of entries. */
const MAX_LIST = 64e6;

export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  /** Bytes in the archive, and their stated size once unpacked. */
  packed: number;
  size: number;
  offset: number;
}

/**
 * The entries of a zip by the list at its end, so that nothing is unpacked to know what there is, and a stored file is a
 * part of the archive, not a copy. Names are keys and never become paths.
 */
export async function zipEntries(file: Blob): Promise<Map<string, ZipEntry>> {
  const { count, start, length } = await readEnding(file);
  if (count > MAX_ENTRIES || length > MAX_LIST) throw new BadBackup('too_large');
  if (start + length > file.size) throw new BadBackup('cut_off');
  const list = await viewOf(file.slice(start, start + length));
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== 0x02014b50) throw new BadBackup('damaged', 'zip');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      list.getUint16(at + offset, true),
    ) as [number, number, number];
    const end = at + 46 + nameLength + extraLength + commentLength;
    if (end > list.byteLength) throw new BadBackup('damaged', 'zip');
    const name = decoder.decode(new Uint8Array(list.buffer, at + 46, nameLength));
    const entry = {
      name,
      method: list.getUint16(at + 10, true),
      ...sizesOf(list, at, at + 46 + nameLength, extraLength),
    };
    const encrypted = (list.getUint16(at + 8, true) & 1) === 1;
    // A second file of one name would let the list say one thing and the reader see another.
    if (encrypted || entries.has(name)) throw new BadBackup('damaged', name);
    entries.set(name, entry);
    at = end;
  }
  return entries;
}

/** The bytes of an entry as they lie in the archive. */
async function packedBytes(file: Blob, { name, offset, packed }: ZipEntry): Promise<Blob> {
  const header = await viewOf(file.slice(offset, offset + 30));
  if (header.byteLength < 30) throw new BadBackup('cut_off', name);
  if (header.getUint32(0, true) !== 0x04034b50) throw new BadBackup('damaged', name);
  const from = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + packed > file.size) throw new BadBackup('cut_off', name);
  return file.slice(from, from + packed);
}

/** An entry's bytes, unpacked; never more than `limit` of them, whatever the archive says. */
export async function* readEntry(file: Blob, entry: ZipEntry, limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (entry.size > limit) throw new BadBackup('too_large', entry.name);
  const packed = await packedBytes(file, entry);
  if (entry.method !== 0 && entry.method !== 8) throw new BadBackup('damaged', entry.name);
  const stream =
    entry.method === 0 ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new BadBackup('damaged', entry.name);
      });
      if (done) break;
      size += value.length;
      if (size > entry.size) throw new BadBackup('damaged', entry.name);
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (size !== entry.size) throw new BadBackup('damaged', entry.name);
}

/** An entry as a file: a part of the archive where it is stored, unpacked where it is not. */
export async function entryFile(file: Blob, entry: ZipEntry, limit: number): Promise<Blob> {
  if (entry.size > limit) throw new BadBackup('too_large', entry.name);
  if (entry.method === 0 && entry.packed === entry.size) return packedBytes(file, entry);
  const parts: BlobPart[] = [];
  for await (const piece of readEntry(file, entry, limit)) parts.push(piece);
  return new Blob(parts);
}

interface Ending {
  count: number;
  start: number;
  length: number;
}

/** The record at the very end, with a comment of at most 65,535 bytes behind it. */
async function readEnding(file: Blob): Promise<Ending> {
  const first = await viewOf(file.slice(0, 4));
  if (first.byteLength < 4 || (first.getUint32(0, true) & 0xffff) !== 0x4b50) throw new BadBackup('not_a_zip');
  const from = Math.max(0, file.size - 65_557);
  const tail = await viewOf(file.slice(from));
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at >= 20 && tail.getUint32(at - 20, true) === 0x07064b50) {
      return readEnding64(file, Number(tail.getBigUint64(at - 12, true)));
    }
    return {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      start: tail.getUint32(at + 16, true),
    };
  }
  throw new BadBackup('cut_off');
}

async function readEnding64(file: Blob, at: number): Promise<Ending> {
  const record = await viewOf(file.slice(at, at + 56));
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) throw new BadBackup('damaged', 'zip');
  const [count, length, start] = [32, 40, 48].map((offset) => Number(record.getBigUint64(offset, true))) as [
    number,
    number,
    number,
  ];
  return { count, length, start };
}

/** The three numbers, from the field of 64 bits where those of 32 are full. */
function sizesOf(
  list: DataView<ArrayBuffer>,
  at: number,
  extra: number,
  extraLength: number,
): Pick<ZipEntry, 'packed' | 'size' | 'offset'> {
  const short = { size: 24, packed: 20, offset: 42 };
  let next = extraField(list, extra, extraLength);
  const read = (where: number): number => {
    const value = list.getUint32(at + where, true);
    if (value !== 0xffff_ffff) return value;
    if (next === null || next + 8 > extra + extraLength) throw new BadBackup('damaged', 'zip');
    next += 8;
    return Number(list.getBigUint64(next - 8, true));
  };
  return { size: read(short.size), packed: read(short.packed), offset: read(short.offset) };
}

/** Where the values of the field of 64 bits begin. */
function extraField(list: DataView<ArrayBuffer>, from: number, length: number): number | null {
  for (let at = from; at + 4 <= from + length; at += 4 + list.getUint16(at + 2, true)) {
    if (list.getUint16(at, true) === 1) return at + 4;
  }
  return null;
}

async function viewOf(part: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await part.arrayBuffer());
}
