/** Messages between the page and the service worker; wire types only. */

/** Which builds of the model runtime this device uses; each is tens of megabytes, so only those are kept. */
export type Runtime = 'wasm' | 'webgpu';

/** Asks for everything a run needs to be kept for use without a network. Answers come through the port sent with it. */
export interface KeepOffline {
  type: 'keep-offline';
  runtimes: Runtime[];
  /** Folder addresses of packs, each ending in a slash, relative to the origin: `/packs/starter/`. */
  packs: string[];
  /** The same of packs that come when they are first used: completed where some of their files are here. */
  begun: string[];
  /** Addresses that the page fetched before the service worker was there to keep them. */
  loaded: string[];
}

export type KeepOfflineAnswer =
  | { type: 'progress'; bytes: number; total: number }
  | { type: 'kept' }
  | { type: 'failed'; code: 'unreachable' | 'storage_full' | 'damaged'; file: string };

/** The message workbox-window sends when the reader accepts an update. */
export interface SkipWaiting {
  type: 'SKIP_WAITING';
}

export type PageMessage = KeepOffline | SkipWaiting;
