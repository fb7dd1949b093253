/** From a request to the bytes of a file: safe paths, entity tags, ranges, compression. */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface FoundFile {
  file: string;
  bytes: number;
  tag: string;
}
/** Both ends are included, as in the header. */
interface Range {
  start: number;
  end: number;
}

/**
 * The file that a URL path means inside a folder, or undefined if there is none. A path that leaves the folder, names a
 * hidden file or holds a NUL is treated as missing.
 * @param relative a decoded path without the leading slash
 */
export async function findFile(root: string, relative: string): Promise<FoundFile | undefined> {
  if (relative.includes('\0') || relative.includes('\\')) return undefined;
  if (relative.split('/').some((part) => part.startsWith('.'))) return undefined;
  const folder = resolve(root);
  const file = join(folder, relative);
  if (!file.startsWith(folder + sep)) return undefined;
  try {
    const info = await stat(file, { bigint: true });
    if (!info.isFile()) return undefined;
    return { file, bytes: Number(info.size), tag: `${info.size.toString(36)}-${info.mtimeNs.toString(36)}` };
  } catch {
    return undefined;
  }
}

/** One range only; a list of ranges or another unit is ignored, which the standard allows. */
export function parseRange(header: string | undefined, bytes: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | undefined {
  const offered = (header ?? '').split(',').map((part) => part.trim().replace(/;q=1(\.0*)?$/, ''));
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : undefined;
}

/** Compressed bodies by entity tag; a build has a few megabytes of text at most. */
const compressed = new Map<string, Promise<Buffer>>();

export async function compress(found: FoundFile, encoding: 'br' | 'gzip') {
  // The build has done it, better than there is time for here.
  const beside = `${found.file}.${encoding === 'gzip' ? 'gz' : encoding}`;
  const [made, changed] = await Promise.all([stat(beside).catch(() => undefined), stat(found.file)]);
  return made && made.mtimeMs >= changed.mtimeMs ? readFile(beside) : compressNow(found, encoding);
}

function compressNow(found: FoundFile, encoding: 'br' | 'gzip') {
  const key = `${found.file} ${found.tag} ${encoding}`;
  let body = compressed.get(key);
  if (!body) {
    body = readFile(found.file).then((content) => compressBytes(content, encoding));
    compressed.set(key, body);
  }
  return body;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli's default of 11 takes seconds for a taxonomy table; 5 is as fast as gzip and smaller. */
const BROTLI_QUALITY = 5;

function compressBytes(content: Buffer, encoding: 'br' | 'gzip') {
  if (encoding === 'gzip') return gzipAsync(content);
  return brotliAsync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
