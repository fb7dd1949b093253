/**
 * Files that another app shared, between the service worker, which receives them, and the page, which shows them. They lie in
 * a cache of their own until the reader looks at them or throws them away.
 */
const CACHE = 'goldcrest-shared';
/** Keys of the cache; nothing is ever fetched from there. */
const FOLDER = 'shared-file';
/** The name of the field in the web app manifest. */
export const SHARED_FIELD = 'media';
/** Where the web app manifest sends shared files, relative to the app. */
export const SHARE_PATH = 'share/';
/** Enough for the photos of a walk; more are left out. */
const MOST_FILES = 200;

export const SHARE_RESULTS = ['files', 'empty', 'full'] as const;
/** `empty`: the share came without files, as some phones do; `full`: there was no room for them. */
export type ShareResult = (typeof SHARE_RESULTS)[number];

/** Keeps what was shared and leads to the screen that shows it. What was shared earlier stays, whatever comes. */
export async function takeShare(request: Request, base: URL): Promise<Response> {
  const result = await keepFiles(await filesOf(request));
  return Response.redirect(new URL(`#/shared/${result}`, base).href, 303);
}

async function filesOf(request: Request): Promise<File[]> {
  try {
    const form = await request.formData();
    return form.getAll(SHARED_FIELD).filter((one) => one instanceof File && one.size > 0) as File[];
  } catch {
    return [];
  }
}

async function keepFiles(files: readonly File[]): Promise<ShareResult> {
  if (files.length === 0) return 'empty';
  const share = crypto.randomUUID();
  const keys: string[] = [];
  const cache = await caches.open(CACHE);
  try {
    for (const [index, file] of files.slice(0, MOST_FILES).entries()) {
      const key = `${FOLDER}/${Date.now()}-${share}/${String(index).padStart(4, '0')}`;
      const headers = {
        'Content-Type': file.type || 'application/octet-stream',
        'X-Name': encodeURIComponent(file.name),
        'X-Modified': String(file.lastModified),
      };
      keys.push(key);
      await cache.put(key, new Response(file, { headers }));
    }
    return 'files';
  } catch {
    await Promise.all(keys.map((key) => cache.delete(key)));
    return 'full';
  }
}

/** Files that were shared and not opened yet, oldest first. */
export async function sharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const keys = [...(await cache.keys())].sort((a, b) => (a.url < b.url ? -1 : 1));
  const files = await Promise.all(
    keys.map(async (key) => {
      const response = await cache.match(key);
      if (!response) return [];
      const { headers } = response;
      const name = decodeURIComponent(headers.get('X-Name') ?? 'shared');
      const lastModified = Number(headers.get('X-Modified')) || Date.now();
      return [new File([await response.blob()], name, { type: headers.get('Content-Type') ?? '', lastModified })];
    }),
  );
  return files.flat();
}

export async function forgetShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
