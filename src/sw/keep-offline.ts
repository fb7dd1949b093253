import { packFileKey } from '../packs/kept';
import { unpacked } from '../packs/unpacked';
import { PACKED, type BuildFiles } from './build-files';
import type { KeepOffline, KeepOfflineAnswer } from './messages';
import {
  dropOutdated,
  isKept,
  isUsable,
  ownPacks,
  packList,
  packManifest,
  sharedFetch,
  sharedPackFile,
  tryPut,
} from './model-cache';
import { isIntact, type PackFile } from './pack-files';

type Report = (answer: KeepOfflineAnswer) => void;
type Failure = Extract<KeepOfflineAnswer, { type: 'failed' }>;

/** One file to keep. `expected` is known for files of a pack; the others have their version in the address. */
interface Wanted {
  url: string;
  key: string;
  expected: PackFile | null;
}

/** Files at a time: most are small, and each mostly waits. */
const LANES = 4;

/** Fetches and keeps what a run needs and is not kept yet. What one attempt has kept, the next does not fetch again. */
export async function keepOffline(
  request: KeepOffline,
  files: BuildFiles,
  ownPacksAddress: string,
  report: Report,
): Promise<void> {
  const wanted = [...runtimeFiles(request, files), ...parts(request, files)];
  await ownPacks(ownPacksAddress).catch(() => null);
  for (const folder of [...request.packs, ...(await whereBegun(request.begun))]) {
    const inPack = await packFiles(folder);
    if (!inPack) {
      report({ type: 'failed', code: 'unreachable', file: `${folder}manifest.json` });
      return;
    }
    wanted.push(...inPack);
  }
  const missing = await notKept(wanted);
  const total = await totalBytes(missing);
  const arrived = new Map<Wanted, number>();
  const onBytes = (file: Wanted, bytes: number): void => {
    arrived.set(file, bytes);
    const sum = [...arrived.values()].reduce((all, one) => all + one, 0);
    report({ type: 'progress', bytes: sum, total: Math.max(total, sum) });
  };
  const failures: Failure[] = [];
  const lane = async (): Promise<void> => {
    for (let file = missing.shift(); file && failures.length === 0; file = missing.shift()) {
      const failure = await fetchAndKeep(file, onBytes);
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  report(failures[0] ?? { type: 'kept' });
}

const runtimeFiles = ({ runtimes }: KeepOffline, files: BuildFiles): Wanted[] =>
  runtimes.flatMap((runtime) => files.runtimes[runtime]).map((url) => ({ url: `${url}.gz`, key: url, expected: null }));

const parts = ({ loaded }: KeepOffline, files: BuildFiles): Wanted[] => {
  const wanted = [...files.parts].filter(([url]) => !files.onUse.has(url) || loaded.includes(url));
  return wanted.map(([url, key]) => ({ url, key, expected: null }));
};

/** Of these packs, those that have a model here. */
async function whereBegun(folders: readonly string[]): Promise<string[]> {
  const begun: string[] = [];
  for (const folder of folders) {
    const list = await packList(folder).catch(() => null);
    const models = list?.files.filter(({ path }) => list.models.some(({ file }) => file === path)) ?? [];
    const kept = await Promise.all(models.map((file) => isKept(packFileKey(folder, file))));
    if (kept.includes(true)) begun.push(folder);
  }
  return begun;
}

async function packFiles(folder: string): Promise<Wanted[] | null> {
  try {
    await packManifest(folder);
    const list = await packList(folder);
    if (!list) return null;
    await dropOutdated(folder, list);
    return list.files.map((file) => ({ url: folder + file.path, key: packFileKey(folder, file), expected: file }));
  } catch {
    return null;
  }
}

async function notKept(wanted: Wanted[]): Promise<Wanted[]> {
  const kept = await Promise.all(wanted.map(({ key }) => isKept(key)));
  return wanted.filter((_, index) => kept[index] === false);
}

async function totalBytes(files: Wanted[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async ({ url, expected }) => expected?.bytes ?? (PACKED.test(url) ? await sizeByHead(url) : 0)),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** 0 where the server does not say, or says the size of a compressed body: progress then only starts late. */
async function sizeByHead(url: string): Promise<number> {
  try {
    const { headers } = await fetch(url, { method: 'HEAD' });
    return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the reason why the file is not kept; null if it is. */
async function fetchAndKeep(file: Wanted, onBytes: (file: Wanted, bytes: number) => void): Promise<Failure | null> {
  const failed = (code: Failure['code']): Failure => ({ type: 'failed', code, file: file.url });
  let response: Response;
  let body: ArrayBuffer;
  try {
    response = await fetchWanted(file);
    if (!isUsable(response)) return failed('unreachable');
    body = await readWithProgress(response, (bytes) => onBytes(file, bytes));
  } catch {
    return failed('unreachable');
  }
  if (file.expected && !(await isIntact(body, file.expected))) return failed('damaged');
  if (await isKept(file.key)) return null;
  const packed = PACKED.test(file.url);
  const kept = await tryPut(file.key, packed ? await unpacked(new Response(body)) : new Response(body, response));
  return kept ? null : failed('storage_full');
}

/** Small files may be in the browser's own cache; large ones the page may be fetching now. */
function fetchWanted({ url, key, expected }: Wanted): Promise<Response> {
  if (expected) return sharedPackFile(url, key, expected);
  return PACKED.test(url) ? sharedFetch(url) : fetch(url);
}

async function readWithProgress(response: Response, onBytes: (bytes: number) => void): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    chunks.push(part.value);
    bytes += part.value.byteLength;
    onBytes(bytes);
  }
  return new Blob(chunks).arrayBuffer();
}
