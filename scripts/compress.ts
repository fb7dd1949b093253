/**
 * Compresses a build: brotli and gzip beside every file of text, for servers that send those where a browser takes them, and
 * the runtimes' binaries as gzip only, which the app unpacks itself, so that a host that compresses nothing sends 4 MB and
 * not 14 ([decision 33](../docs/decisions/0033-bytes-to-the-first-verdict.md)).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CACHE } from './run.ts';
import { isCompressible, mimeType } from './server-headers.ts';

type Kind = 'br' | 'gz';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Chosen, not measured: the best, 11, takes seconds for each file of some megabytes. */
const BROTLI_QUALITY = 9;

const COMPRESS: Record<Kind, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => brotliAsync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gz: (content) => gzipAsync(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** The runtimes are the same over many builds, so what was compressed is kept. */
async function compressed(content: Buffer, kind: Kind) {
  const folder = join(CACHE, 'compressed');
  const file = join(folder, `${createHash('sha256').update(content).digest('hex')}.${kind}`);
  if (existsSync(file)) return readFileSync(file);
  const small = await COMPRESS[kind](content);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, small);
  renameSync(`${file}.${process.pid}`, file);
  return small;
}

export async function compressBuild(dist: string) {
  const entries = readdirSync(dist, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.slice(dist.length).includes('/.')) continue;
    if (entry.name.endsWith('.wasm') && entry.parentPath === join(dist, 'assets')) {
      writeFileSync(`${path}.gz`, await compressed(readFileSync(path), 'gz'));
      rmSync(path);
    } else if (isCompressible(mimeType(entry.name))) {
      const content = readFileSync(path);
      for (const kind of ['br', 'gz'] as const) {
        const small = await compressed(content, kind);
        if (small.length < content.length) writeFileSync(`${path}.${kind}`, small);
      }
    }
  }
}
