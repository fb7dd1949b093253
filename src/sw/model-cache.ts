import { fetchOwnFile } from '../packs/fetch-own-file';
import { KEPT_MARK, MODEL_CACHE, packFileKey, tryPut as tryPutIn } from '../packs/kept';
import { isIntact, outdatedKeys, parsePackList, type splitPackPath, type PackFile, type PackList } from './pack-files';

/** After this a pack's manifest is taken from the cache: a field without signal often lets requests hang, not fail. */
const MANIFEST_PATIENCE_MS = 3000;

const openCache = () => caches.open(MODEL_CACHE);

/** A captive portal answers any address with a page and status 200. */
export function isUsable(response: Response): boolean {
  return response.status === 200 && !(response.headers.get('content-type') ?? '').includes('text/html');
}

export async function tryPut(key: string, response: Response): Promise<boolean> {
  return tryPutIn(await openCache().catch(() => null), key, response);
}

/** What is being fetched, by address, until its last byte. */
const flights = new Map<string, Promise<Response>>();

/** One fetch for everyone who asks for the same large file at the same time; each gets it from the first byte. */
export async function sharedFetch(address: string, begin = (): Promise<Response> => fetch(address)): Promise<Response> {
  let flight = flights.get(address);
  if (!flight) {
    flight = begin();
    flights.set(address, flight);
    void flight
      .then((response) => response.clone().body?.pipeTo(new WritableStream()))
      .catch(() => undefined)
      .finally(() => flights.delete(address));
  }
  return (await flight).clone();
}

/** A file of a pack that comes with the app; a large one goes on where an earlier attempt stopped. */
export function sharedPackFile(address: string, key: string, file: PackFile): Promise<Response> {
  return sharedFetch(address, async () => fetchOwnFile(address, file, { cache: await openCache(), key }));
}

/** From the cache, or fetched and kept: for addresses whose content never changes. */
export async function immutableFile(
  request: Request,
  key: string,
  keep: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cached = await (await openCache()).match(key);
  if (cached) return cached;
  const response = await fetch(request);
  if (isUsable(response)) keep(tryPut(key, response.clone()));
  return response;
}

/** The newest available manifest: from the network, otherwise the last one seen. */
export async function packManifest(folder: string): Promise<Response> {
  const key = `${folder}manifest.json`;
  const fetched = fetch(key, { cache: 'no-cache' }).then(async (response) => {
    if (isUsable(response)) await tryPut(key, response.clone());
    return response;
  });
  const cached = await (await openCache()).match(key);
  if (!cached) return fetched;
  const usable = fetched.then((response) => (isUsable(response) ? response : cached)).catch(() => cached);
  const patience = new Promise<Response>((done) => setTimeout(done, MANIFEST_PATIENCE_MS, cached));
  return Promise.race([usable, patience]);
}

/**
 * Which packs come with the app: as it was last seen, at once, so that an installed app starts with what it had whatever the
 * network does. What is there now counts the next time.
 */
export async function ownPacks(
  address: string,
  keep: (work: Promise<unknown>) => void = () => undefined,
): Promise<Response> {
  const fetched = fetch(address, { cache: 'no-cache' }).then(async (response) => {
    if (isUsable(response)) await tryPut(address, response.clone());
    return response;
  });
  const cached = await (await openCache()).match(address);
  if (!cached) return fetched;
  keep(fetched.catch(() => undefined));
  return cached;
}

/** The list that the page is working with: the kept manifest, which `packManifest` has just refreshed. */
export async function packList(folder: string): Promise<PackList | null> {
  const manifest = (await (await openCache()).match(`${folder}manifest.json`)) ?? (await packManifest(folder));
  return parsePackList(await manifest.text());
}

/**
 * A file of a pack: kept under its sha256, and only if its bytes have that sha256. A damaged file is passed on as it is:
 * the app checks again, names it, and asks for it again the next time.
 */
export async function packFile(
  request: Request,
  parts: NonNullable<ReturnType<typeof splitPackPath>>,
  keep: (work: Promise<unknown>) => void,
): Promise<Response> {
  const list = await packList(parts.folder).catch(() => null);
  const file = list?.files.find(({ path }) => path === parts.file);
  if (!file) return fetch(request);
  const key = packFileKey(parts.folder, file);
  const cached = await (await openCache()).match(key);
  if (cached) return cached;
  const response = await sharedPackFile(parts.folder + file.path, key, file);
  if (!isUsable(response)) return response;
  keep(keepIntact(key, response.clone(), file));
  const marked = new Headers(response.headers);
  marked.set(KEPT_MARK, '1');
  return new Response(response.body, { status: response.status, headers: marked });
}

async function keepIntact(key: string, response: Response, file: PackFile): Promise<void> {
  const body = await response.arrayBuffer();
  // The headers are kept with the body: a cached file needs its COEP and CORP as much as a fetched one.
  if (await isIntact(body, file)) await tryPut(key, new Response(body, response));
}

export async function isKept(key: string): Promise<boolean> {
  return (await (await openCache()).match(key)) !== undefined;
}

/** Removes what an update of a pack has replaced. */
export async function dropOutdated(folder: string, list: PackList): Promise<void> {
  const cache = await openCache();
  const keys = (await cache.keys()).map(({ url }) => url.slice(new URL(url).origin.length));
  await Promise.all(outdatedKeys(keys, folder, list).map((key) => cache.delete(key)));
}
