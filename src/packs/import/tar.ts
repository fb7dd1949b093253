import { piecesOf, UnreadableSource, type FileSource } from './source';

/**
 * Tar as POSIX 1988 (ustar) defines it: blocks of 512 bytes, a header before each file. Written and read here because
 * a pack in a tar can be read in place, without holding any of it.
 */
const BLOCK = 512;

const FIELDS = {
  name: [0, 100],
  size: [124, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 6],
  prefix: [345, 155],
} as const;

export function openTar(blob: Blob): FileSource {
  return {
    async *entries() {
      /** A long name that GNU or pax wrote in an entry of its own, for the next one. */
      let longName: string | null = null;
      for (let at = 0; at + BLOCK <= blob.size;) {
        const header = new Uint8Array(await blob.slice(at, at + BLOCK).arrayBuffer());
        if (header.every((byte) => byte === 0)) return;
        if (checksum(header) !== number(header, 'checksum')) throw new UnreadableSource('The tar file is damaged.');
        const size = number(header, 'size');
        const body = blob.slice(at + BLOCK, at + BLOCK + size);
        if (body.size < size) throw new UnreadableSource('The tar file ends early.');
        at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
        const type = text(header, 'type');
        if (type === 'L') longName = (await body.text()).replace(/\0.*$/s, '');
        else if (type === 'x') longName = paxPath(await body.text()) ?? longName;
        else if (type === '0' || type === '') {
          const prefix = text(header, 'prefix');
          const path = longName ?? (prefix === '' ? '' : `${prefix}/`) + text(header, 'name');
          longName = null;
          yield { path: path.replace(/^\.\//, ''), pieces: () => piecesOf(body) };
        }
      }
    },
  };
}

/** The header of a file; the file's bytes and `tarPadding` follow it. */
export function tarHeader(path: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, value: string): void => header.set(new TextEncoder().encode(value), at);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  const cut = path.length > 100 ? path.lastIndexOf('/', 155) : -1;
  put(FIELDS.name[0], path.slice(cut + 1));
  if (cut > 0) put(FIELDS.prefix[0], path.slice(0, cut));
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(FIELDS.size[0], `${octal(size, 11)}\0`);
  put(136, '00000000000\0');
  put(FIELDS.type[0], '0');
  put(FIELDS.magic[0], 'ustar\u000000');
  put(FIELDS.checksum[0], `${octal(checksum(header), 6)}\0 `);
  return header;
}

export function tarPadding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

export const tarEnd = (): Uint8Array<ArrayBuffer> => new Uint8Array(2 * BLOCK);

function text(header: Uint8Array, field: keyof typeof FIELDS): string {
  const [at, length] = FIELDS[field];
  return new TextDecoder().decode(header.subarray(at, at + length)).replace(/\0.*$/s, '');
}

function number(header: Uint8Array, field: 'size' | 'checksum'): number {
  const value = text(header, field).trim();
  if (!/^[0-7]+$/.test(value)) throw new UnreadableSource('The tar file has a header that cannot be read.');
  return parseInt(value, 8);
}

/** The sum of the header's bytes, its own field taken as spaces. */
function checksum(header: Uint8Array): number {
  const [from, length] = FIELDS.checksum;
  return header.reduce((sum, byte, at) => sum + (at >= from && at < from + length ? 32 : byte), 0);
}

function paxPath(records: string): string | null {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1] ?? null;
}
