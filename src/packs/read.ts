import { parseJson } from '../domain/json';
import type { Result } from '../domain/result';
import * as v from 'valibot';
import { fetchOwnFile, type Shelf } from './fetch-own-file';
import { packProblem, type PackResult } from './errors';
import { KEPT_MARK, keptCache, packFileKey, tryPut } from './kept';
import { isStored, openStored } from './stored';
import { GoldenSchema, ManifestSchema, type Golden, type Manifest } from './manifest';
import type { PackFile } from './pack-file';
import { firstWrong, wrongBytes, type WrongBytes } from './proof';

/** Called with how many bytes of a file have arrived. */
export type OnBytes = (done: number, total: number) => void;

/** Reads and checks the manifest of the pack at `base` (an address that ends in a slash). */
export function readManifest(base: string): Promise<PackResult<Manifest>> {
  return readManifestOf(ManifestSchema, base);
}

/** The same for a pack of another kind, whose manifest has a schema of its own. */
export async function readManifestOf<Schema extends v.GenericSchema>(
  schema: Schema,
  base: string,
): Promise<PackResult<v.InferOutput<Schema>>> {
  const body = await readText(`${base}manifest.json`);
  if (!body.ok) return body;
  const parsed = parseAs(schema, body.value);
  if (parsed.ok) return parsed;
  return {
    ok: false,
    problem: packProblem('manifest_invalid', `The pack's manifest is not valid: ${parsed.problem}.`),
  };
}

export async function readGolden(base: string, manifest: Manifest, path: string): Promise<PackResult<Golden>> {
  const bytes = await readFile(base, manifest, path);
  if (!bytes.ok) return bytes;
  const parsed = parseAs(GoldenSchema, new TextDecoder().decode(bytes.value));
  if (parsed.ok) return parsed;
  return {
    ok: false,
    problem: packProblem('manifest_invalid', `${path} is not a golden vector: ${parsed.problem}.`, path),
  };
}

/** How bytes are proved: `quickly`, by their chunks; `twice`, and then by the sha256 of the file. */
export type Proof = 'quickly' | 'twice';

/** Reads one file of the pack and gives its bytes only if they are what the manifest pins. */
export async function readFile(
  base: string,
  manifest: Pick<Manifest, 'files'>,
  path: string,
  onBytes?: OnBytes,
  proof: Proof = 'quickly',
): Promise<PackResult<Uint8Array<ArrayBuffer>>> {
  const file = manifest.files.find((entry) => entry.path === path);
  if (!file) return missing(path, 'the manifest does not list it');
  if (isStored(base)) return fromStore(base, file, proof, onBytes);
  const shelf = await shelfOf(base, file);
  const kept = await shelf?.cache.match(shelf.key);
  if (shelf && kept) {
    const { bytes } = await collect(kept, file, onBytes);
    const again = await proved(bytes, file, proof, '');
    if (again.ok) return again;
    await shelf.cache.delete(shelf.key);
  }
  const response = await fetchOwnFile(base + path, file, shelf).catch(() => null);
  if (!response) return missing(path, 'it could not be fetched');
  if (!response.ok) return missing(path, `the server answered ${response.status}`);
  if (response.headers.get('content-type')?.includes('text/html')) {
    const message = `${path} of the pack was answered with a web page. Check the connection (a login page?) and try again.`;
    return { ok: false, problem: packProblem('file_not_a_model', message, path) };
  }
  const { bytes, broke } = await collect(response, file, onBytes);
  if (broke) {
    const message = `${path} of the pack did not come through: ${bytes.length} of ${file.bytes} bytes arrived. Try again when the network is back.`;
    return { ok: false, problem: packProblem('file_missing', message, path) };
  }
  const result = await proved(bytes, file, proof, 'Reload to fetch it again.');
  if (result.ok && shelf && !response.headers.has(KEPT_MARK)) {
    void tryPut(shelf.cache, shelf.key, new Response(result.value, { headers: response.headers }));
  }
  return result;
}

/** The cache for files that come with the app; null if nothing is cached. */
async function shelfOf(base: string, file: PackFile): Promise<Shelf | null> {
  const { origin, pathname } = new URL(base);
  if (!('location' in globalThis) || origin !== location.origin) return null;
  const cache = await keptCache();
  return cache && { cache, key: packFileKey(pathname, file) };
}

/** Hashed on every reading: a disk may change bytes, and what is used is what the manifest pins. */
async function fromStore(
  base: string,
  file: PackFile,
  proof: Proof,
  onBytes?: OnBytes,
): Promise<PackResult<Uint8Array<ArrayBuffer>>> {
  const stored = await openStored(base, file).catch(() => null);
  if (!stored) return missing(file.path, 'the browser no longer has it. Repair the pack under Settings, Packs');
  try {
    const bytes = new Uint8Array(stored.size);
    await stored.read(bytes, 0);
    onBytes?.(bytes.length, file.bytes);
    return await proved(bytes, file, proof, REPAIR);
  } finally {
    stored.close();
  }
}

const REPAIR = 'Repair the pack under Settings, Packs.';

/** On the thread that asks: a digest takes less time than to reach another thread with a copy. */
async function proved(
  bytes: Uint8Array<ArrayBuffer>,
  file: PackFile,
  proof: Proof,
  advice: string,
): Promise<PackResult<Uint8Array<ArrayBuffer>>> {
  const whole = bytes.length !== file.bytes || proof === 'twice';
  const wrong = (whole ? await wrongBytes(bytes, file.sha256) : null) ?? (await firstWrong(bytes, file));
  return wrong ? damaged(file, wrong, bytes.length, advice) : { ok: true, value: bytes };
}

/** `came`: how many bytes of the file arrived. */
function damaged(file: PackFile, wrong: WrongBytes, came: number, advice: string): PackResult<never> {
  const { from, to, expected, sha256 } = wrong;
  const where = to - from === came ? '' : ` from byte ${from} to ${to}`;
  const message =
    `${file.path} of the pack is damaged${where} and is not used: expected ${where ? to - from : file.bytes} bytes with ` +
    `sha256 ${expected.slice(0, 12)}, got ${to - from} with ${sha256.slice(0, 12)}. ${advice}`;
  return { ok: false, problem: packProblem('file_damaged', message, file.path) };
}

interface Collected {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the connection broke: what came is right as far as it goes. */
  broke: boolean;
}

/** Never holds more than one byte over what the manifest promises: an endless body ends there. */
async function collect(response: Response, file: PackFile, onBytes?: OnBytes): Promise<Collected> {
  const bytes = new Uint8Array(file.bytes + 1);
  let done = 0;
  let broke = false;
  const reader = response.body?.getReader();
  while (reader && done <= file.bytes) {
    const chunk = await reader.read().catch(() => null);
    broke = chunk === null;
    if (!chunk || chunk.done) break;
    const fits = chunk.value.subarray(0, bytes.length - done);
    bytes.set(fits, done);
    done += fits.length;
    onBytes?.(Math.min(done, file.bytes), file.bytes);
  }
  void reader?.cancel().catch(() => undefined);
  return { bytes: bytes.subarray(0, done), broke };
}

async function readText(url: string): Promise<PackResult<string>> {
  const response = await request(url);
  if (response?.ok && !response.headers.get('content-type')?.includes('text/html')) {
    const text = await response.text().catch(() => null);
    if (text !== null) return { ok: true, value: text };
  }
  const message = 'The models could not be reached. Check that the app is complete, then reload.';
  return { ok: false, problem: packProblem('pack_unreachable', message) };
}

async function request(url: string): Promise<Response | null> {
  try {
    return await fetch(url);
  } catch {
    return null;
  }
}

function missing(path: string, why: string): PackResult<never> {
  return { ok: false, problem: packProblem('file_missing', `${path} of the pack is missing: ${why}.`, path) };
}

function parseAs<Schema extends v.GenericSchema>(schema: Schema, text: string): Result<v.InferOutput<Schema>, string> {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problem: 'it is not JSON' };
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  return { ok: false, problem: `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}` };
}
