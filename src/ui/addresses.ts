/** Addresses of parts of the app, wherever it is hosted. */

export function serviceWorkerAddress(): string {
  return new URL('sw.js', document.baseURI).href;
}

/** The path of a pack that lies with the app. */
export function packFolder(name: string): string {
  return new URL(`packs/${name}/`, document.baseURI).pathname;
}
