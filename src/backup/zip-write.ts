import { createCRC32, createSHA256 } from 'hash-wasm';

/**
 * Zip, written here because a stored file can then be part of the archive without being copied: the archive is a list of
 * headers and of the files as they lie in the browser's storage, so that a thousand photos need no memory. And with
 * sizes of 64 bits, because photos of some years are more than 4 GB. APPNOTE 6.3.10 at https://pkware.com/appnote
 */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
/** Version 4.5 of the format: sizes of 64 bits. */
const VERSION = 45;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the first day that a zip knows: the same files give the same archive. */
const DAY = 0x0021;
const IN_64_BITS = 0xffff_ffff;

interface Written {
  name: Uint8Array<ArrayBuffer>;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

export class ZipWriter {
  readonly #parts: BlobPart[] = [];
  readonly #entries: Written[] = [];
  #length = 0;

  /** A file as it is. Its bytes are read once, for the checksum. */
  async store(name: string, file: Blob): Promise<void> {
    const crc = (await createCRC32()).init();
    for await (const piece of piecesOf(file)) crc.update(piece);
    this.#add(name, STORED, parseInt(crc.digest('hex'), 16), file.size, file);
  }

  /** Text, line by line, compressed; gives how long it is and its sha256. */
  async deflate(
    name: string,
    lines: AsyncIterable<string> | Iterable<string>,
  ): Promise<{ bytes: number; sha256: string }> {
    const [crc, sha256] = [(await createCRC32()).init(), (await createSHA256()).init()];
    const encoder = new TextEncoder();
    let size = 0;
    const packer = new CompressionStream('deflate-raw');
    const packed = new Response(packer.readable).blob();
    const writer = packer.writable.getWriter();
    for await (const line of lines) {
      const bytes = encoder.encode(line);
      crc.update(bytes);
      sha256.update(bytes);
      size += bytes.length;
      await writer.write(bytes);
    }
    await writer.close();
    this.#add(name, DEFLATED, parseInt(crc.digest('hex'), 16), size, await packed);
    return { bytes: size, sha256: sha256.digest('hex') };
  }

  finish(): Blob {
    const start = this.#length;
    for (const entry of this.#entries) this.#push(centralHeader(entry));
    this.#push(ending(this.#entries.length, start, this.#length - start));
    return new Blob(this.#parts, { type: 'application/zip' });
  }

  #add(name: string, method: number, crc: number, size: number, content: Blob): void {
    const entry = {
      name: new TextEncoder().encode(name),
      method,
      crc,
      packed: content.size,
      size,
      offset: this.#length,
    };
    this.#entries.push(entry);
    this.#push(localHeader(entry));
    this.#parts.push(content);
    this.#length += content.size;
  }

  #push(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

/** A megabyte at a time. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < file.size; at += 1 << 20)
    yield new Uint8Array(await file.slice(at, at + (1 << 20)).arrayBuffer());
}

/** Writes numbers one after another, lowest byte first. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  two(...values: number[]): this {
    for (const value of values) this.#view.setUint16(this.#step(2), value, true);
    return this;
  }

  four(...values: number[]): this {
    for (const value of values) this.#view.setUint32(this.#step(4), value, true);
    return this;
  }

  eight(...values: number[]): this {
    for (const value of values) this.#view.setBigUint64(this.#step(8), BigInt(value), true);
    return this;
  }

  text(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#step(bytes.length));
    return this;
  }

  #step(length: number): number {
    this.#at += length;
    return this.#at - length;
  }
}

function localHeader({ name, method, crc, packed, size }: Written): Uint8Array<ArrayBuffer> {
  return new Fields(30 + name.length + 20)
    .four(LOCAL)
    .two(VERSION, FLAGS, method, 0, DAY)
    .four(crc, IN_64_BITS, IN_64_BITS)
    .two(name.length, 20)
    .text(name)
    .two(1, 16)
    .eight(size, packed).bytes;
}

function centralHeader({ name, method, crc, packed, size, offset }: Written): Uint8Array<ArrayBuffer> {
  return new Fields(46 + name.length + 28)
    .four(CENTRAL)
    .two(VERSION, VERSION, FLAGS, method, 0, DAY)
    .four(crc, IN_64_BITS, IN_64_BITS)
    .two(name.length, 28, 0, 0, 0)
    .four(0, IN_64_BITS)
    .text(name)
    .two(1, 24)
    .eight(size, packed, offset).bytes;
}

function ending(count: number, start: number, length: number): Uint8Array<ArrayBuffer> {
  return new Fields(56 + 20 + 22)
    .four(END_64)
    .eight(44)
    .two(VERSION, VERSION)
    .four(0, 0)
    .eight(count, count, length, start)
    .four(LOCATOR_64, 0)
    .eight(start + length)
    .four(1)
    .four(END)
    .two(0, 0, 0xffff, 0xffff)
    .four(IN_64_BITS, IN_64_BITS)
    .two(0).bytes;
}
