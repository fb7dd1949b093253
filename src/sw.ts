import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { MODEL_CACHE } from './packs/kept';
import { OWN_PACKS_PATH } from './packs/own-packs';
import { PACKED, sortBuildFiles, type BuildFile } from './sw/build-files';
import { isolated } from './sw/isolated';
import { keepOffline } from './sw/keep-offline';
import type { PageMessage } from './sw/messages';
import { immutableFile, ownPacks, packFile, packManifest, sharedFetch } from './sw/model-cache';
import { splitPackPath } from './sw/pack-files';
import { SHARE_PATH, takeShare } from './sw/shared';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | BuildFile)[] };

/** The folder of the app, `/` or `/a/b/`: this script lies in it. */
const BASE = new URL('./', self.location.href).pathname;
const files = sortBuildFiles(self.__WB_MANIFEST, BASE);
const runtimeBinaries = new Set(Object.values(files.runtimes).flat());

clientsClaim();
cleanupOutdatedCaches();
addPlugins([{ handlerWillRespond: ({ response }) => Promise.resolve(isolated(response)) }]);
precacheAndRoute(files.shell);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && runtimeBinaries.has(url.pathname.replace(PACKED, '')),
  ({ url }) => sharedFetch(url.pathname),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.parts.has(url.pathname),
  async ({ request, url, event }) =>
    isolated(await immutableFile(request, files.parts.get(url.pathname) ?? url.pathname, keepAlive(event))),
);

const OWN_PACKS = BASE + OWN_PACKS_PATH;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === OWN_PACKS,
  ({ event }) => ownPacks(OWN_PACKS, keepAlive(event)),
);

// A pack that the user keeps has a store of its own: what is fetched for it says no-store, and is not kept twice.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.cache !== 'no-store' && splitPackPath(url.pathname, BASE) !== null,
  ({ request, url, event }) => {
    const parts = splitPackPath(url.pathname, BASE);
    if (!parts) return fetch(request);
    return parts.file === 'manifest.json' ? packManifest(parts.folder) : packFile(request, parts, keepAlive(event));
  },
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === BASE + SHARE_PATH,
  ({ request }) => takeShare(request, new URL('./', self.location.href)),
  'POST',
);

/** An address with an extension is a file that is not there, not a screen of the app. */
registerRoute(
  new NavigationRoute(createHandlerBoundToURL(`${BASE}index.html`), {
    denylist: [/\.[a-z0-9]+$/i, /\/packs\/[^/]+\//],
  }),
);

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds());
});

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  const [port] = event.ports;
  // Only the reader decides when a new version takes over: a page in mid-run keeps the one it started with.
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  else if (port) {
    event.waitUntil(
      keepOffline(message, files, OWN_PACKS, (answer) => {
        port.postMessage(answer);
      }),
    );
  }
});

function keepAlive(event: ExtendableEvent): (work: Promise<unknown>) => void {
  return (work) => {
    event.waitUntil(work);
  };
}

/** Removes runtimes and names of earlier builds; files of packs stay, whatever the version of the app. */
async function dropOldBuilds(): Promise<void> {
  const cache = await caches.open(MODEL_CACHE);
  const current = new Set([...runtimeBinaries, ...files.parts.values()]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    // Another copy of the app may lie elsewhere on this host, and share the cache.
    if (!pathname.startsWith(BASE) || pathname === OWN_PACKS || splitPackPath(pathname, BASE) !== null) continue;
    if (!current.has(pathname + search)) await cache.delete(request);
  }
}
